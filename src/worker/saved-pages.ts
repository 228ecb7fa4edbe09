import { assetsOf, isReadingPage, KEYS_PATH, offlinePath, splitPath } from './paths.ts';
import { scope } from './scope.ts';
import { ANY_CALLER, STORES } from './stores.ts';

/** Stores the offline page with its styles and images, unless they are stored already. */
export async function keepOfflinePage(path: string): Promise<void> {
  await keep(STORES.offline, path);
}

/** Stores what the open pages need offline: the first one loaded before there was a worker. Skips what fails. */
export async function keepOpenPages(): Promise<void> {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const paths = new Set(open.map(({ url }) => new URL(url).pathname));
  for (const path of paths) {
    await keep(STORES.offline, offlinePath(path)).catch(() => undefined);
    if (isReadingPage(path)) await keep(STORES.pages, path).catch(() => undefined);
    // Its page requested the keys before there was a worker.
    if (splitPath(path).page === '/verify')
      await (await caches.open(STORES.pages)).add(KEYS_PATH).catch(() => undefined);
  }
}

async function keep(name: string, path: string): Promise<void> {
  const store = await caches.open(name);
  if ((await store.match(path, ANY_CALLER)) !== undefined) return;
  const response = await fetch(path, { cache: 'no-cache' });
  if (response.status !== 200 || response.redirected) return;
  const html = await response.clone().text();
  await store.put(path, response);
  await keepAssets(html);
}

/** Stores the files that a page names and that are not stored yet. Skips what fails; whether nothing did. */
export async function keepAssets(html: string): Promise<boolean> {
  const assets = await caches.open(STORES.assets);
  let isWhole = true;
  for (const asset of assetsOf(html)) {
    if ((await assets.match(asset, ANY_CALLER)) !== undefined) continue;
    await assets.add(asset).catch(() => {
      isWhole = false;
    });
  }
  return isWhole;
}
