/** Names of all stores of this worker; any other store of this site in the browser is deleted. */
export const STORES = { pages: 'synx-pages-1', assets: 'synx-assets-1', offline: 'synx-offline-1' } as const;

/** A copy serves every request for its address, although the server's answers vary by origin. */
export const ANY_CALLER = { ignoreVary: true } as const;

/** How long the network may take to begin an answer of which there is a copy. */
export const STALL_SECONDS = 8;

const KEPT = new Set<string>(Object.values(STORES));

/** Deletes the stores of earlier workers. */
export async function dropForeignStores(): Promise<void> {
  const names = await caches.keys();
  // Workbox's own notes on expiry are not in this list.
  await Promise.all(names.filter((name) => !KEPT.has(name)).map((name) => caches.delete(name)));
}
