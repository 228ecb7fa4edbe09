import { type KeyInput, nanoquery } from '@nanostores/query';
import { query } from '#src/client/query.ts';

/** In a build nothing is fetched: a page's first state is "loading". */
function fetcher<T>(...segments: readonly unknown[]): Promise<T> {
  return typeof window === 'undefined' ? new Promise(() => undefined) : query<T>(...segments);
}

/** Query defaults of Spec 9: no retry, no refetch on focus, no interval, never stale. */
const [create, , { revalidateKeys }] = nanoquery({
  fetcher,
  dedupeTime: Number.POSITIVE_INFINITY,
  cacheLifetime: Number.POSITIVE_INFINITY,
  onErrorRetry: null,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
});

/** A store with the answer to a GET; `key` segments are joined with slashes, and a null one holds the call back. */
export function createQuery<T>(key: KeyInput) {
  return create<T>(key);
}

/** The same, asked again every `ms` milliseconds while it is listened to and the page is visible (T36). */
export function createPolledQuery<T>(key: KeyInput, ms: number) {
  return create<T>(key, { revalidateInterval: ms, dedupeTime: ms / 2 });
}

/** Asks again for every stored answer whose address starts with one of the prefixes, now or when next listened to. */
export function refreshQueries(prefixes: readonly string[]): void {
  revalidateKeys((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}
