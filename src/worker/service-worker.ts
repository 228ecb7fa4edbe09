import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { PageStrategy } from './page-strategy.ts';
import { KEYS_PATH } from './paths.ts';
import { keepOfflinePage, keepOpenPages } from './saved-pages.ts';
import { scope } from './scope.ts';
import { ANY_CALLER, dropForeignStores, STALL_SECONDS, STORES } from './stores.ts';

const MONTH_SECONDS = 30 * 86_400;
// The package's types do not allow for exactOptionalPropertyTypes.
const atMost = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: MONTH_SECONDS }) as unknown as WorkboxPlugin;

// A new worker takes over at once: it does not affect open pages, which came from the network.
scope.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([scope.skipWaiting(), keepOfflinePage('/offline').catch(() => undefined)]));
});
scope.addEventListener('activate', (event) => {
  event.waitUntil(dropForeignStores().then(() => scope.clients.claim()));
  event.waitUntil(keepOpenPages());
});

const onlyGood = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && !response.redirected ? response : null,
};

/** What a proxy answers in place of a file, or a server that has a newer build, is no answer where there is a copy. */
const filesAlone = {
  fetchDidSucceed: async ({ response }: { response: Response }) => {
    if (!response.ok) throw new Error(`no file: ${response.status}`);
    return response;
  },
};

/** A page has one key, regardless of its query string. */
const oneKey = {
  cacheKeyWillBeUsed: async ({ request }: { request: Request }) => {
    const { origin, pathname } = new URL(request.url);
    return origin + (pathname.replace(/\/+$/, '') || '/');
  },
};

// Never intercept anything else below /api: prices, balances and payments come from the server or not at all.
// A saved list of keys does not stand in for a slow one: a key may have been revoked since.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === KEYS_PATH,
  new NetworkFirst({
    cacheName: STORES.pages,
    matchOptions: ANY_CALLER,
    plugins: [onlyGood],
  }),
);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
  new PageStrategy({
    cacheName: STORES.pages,
    matchOptions: ANY_CALLER,
    plugins: [oneKey, onlyGood, atMost(60)],
  }),
);

// Their names contain their hash, so the browser's cache answers at once; the copy is for offline use.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/_astro/'),
  new NetworkFirst({
    cacheName: STORES.assets,
    matchOptions: ANY_CALLER,
    networkTimeoutSeconds: STALL_SECONDS,
    plugins: [filesAlone, onlyGood, atMost(200)],
  }),
);
