/** Names of everything this worker keeps; whatever else is found in the browser's store for this site is deleted. */
export const STORES = { pages: 'synx-pages-1', assets: 'synx-assets-1', offline: 'synx-offline-1' } as const;

const KEPT = new Set<string>(Object.values(STORES));

/** Deletes what earlier workers kept. */
export async function dropForeignStores(): Promise<void> {
  const names = await caches.keys();
  // Workbox' own notes on what expires when are not in this list.
  await Promise.all(names.filter((name) => !KEPT.has(name)).map((name) => caches.delete(name)));
}
