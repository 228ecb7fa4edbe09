import { CLEANUP } from '#src/config/storage-keys.ts';

/** The one-time clean-up of items that earlier versions of the site left in the browser. */
const CLEANUP_MARKER = '2025-01-19-v2';
const UPDATE_MS = 60_000;

/** Registers the service worker and checks every 60 s for a new one. The site also works without one. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await cleanUpOnce();
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  setInterval(() => void update().catch(() => undefined), UPDATE_MS);
}

async function update(): Promise<void> {
  await (await navigator.serviceWorker.getRegistration())?.update();
}

async function cleanUpOnce(): Promise<void> {
  if (localStorage.getItem(CLEANUP) === CLEANUP_MARKER) return;
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  localStorage.setItem(CLEANUP, CLEANUP_MARKER);
}
