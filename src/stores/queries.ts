import { type KeyInput, nanoquery } from '@nanostores/query';
import { atom } from 'nanostores';
import { query } from '#src/client/query.ts';
import { backOff } from '#src/lib/time/back-off.ts';

/** In a build nothing is fetched: a page's first state is "loading". */
function fetcher<T>(...segments: readonly unknown[]): Promise<T> {
  return typeof window === 'undefined' ? new Promise(() => undefined) : query<T>(...segments);
}

/** Query defaults: no retry, no refetch on focus, no interval, never stale. */
const [create, , { revalidateKeys }] = nanoquery({
  fetcher,
  dedupeTime: Number.POSITIVE_INFINITY,
  cacheLifetime: Number.POSITIVE_INFINITY,
  onErrorRetry: null,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
});

/** A store with the answer to a GET; `key` segments are joined with slashes, and a null one suspends the call. */
export function createQuery<T>(key: KeyInput) {
  return create<T>(key);
}

/** The same, but a new listener refetches an answer that is older than `ms` milliseconds. */
export function createFreshQuery<T>(key: KeyInput, ms: number) {
  return create<T>(key, { dedupeTime: ms });
}

/**
 * The same, polled every `ms` milliseconds while there is a listener and the page is visible (decision 27). A new
 * listener gets an answer of the last `freshMs` milliseconds; that must leave time for the answer to the previous poll.
 * A failing poll keeps its last answer, backs off, and shows in `$staleSince`.
 */
export function createPolledQuery<T>(key: KeyInput, ms: number, freshMs = ms / 2) {
  return create<T>(key, { revalidateInterval: ms, dedupeTime: freshMs, fetcher: fetcherBackingOff(ms) });
}

/** The longest wait between two tries of a failing poll, in milliseconds. */
const LONGEST_MS = 300_000;

interface Polled {
  /** The last good answer and its time (ms); null before the first. */
  known: { readonly answer: unknown; readonly at: number } | null;
  failures: number;
  error: unknown;
  /** The earliest time of the next request, in milliseconds since 1970. */
  nextAt: number;
}

const polled = new Map<string, Polled>();

/** When the oldest figures of failing polls were read (ms since 1970); null while every poll succeeds. */
export const $staleSince = atom<number | null>(null);

/** Not a poller: nanoquery asks while anybody listens. This answers what is known until it may ask again. */
function fetcherBackingOff(ms: number) {
  return async <T>(...segments: readonly unknown[]): Promise<T> => {
    const key = segments.join('/');
    const state = polled.get(key) ?? { known: null, failures: 0, error: null, nextAt: 0 };
    polled.set(key, state);
    if (Date.now() >= state.nextAt) {
      try {
        const answer = await fetcher<T>(...segments);
        Object.assign(state, { known: { answer, at: Date.now() }, failures: 0, nextAt: 0 });
      } catch (error) {
        state.failures += 1;
        state.error = error;
        // Half a period early, so that the intended tick is not missed by a few milliseconds.
        state.nextAt = Date.now() + backOff(state.failures, ms, LONGEST_MS) - ms / 2;
      }
      noteStale();
    }
    if (state.known === null) throw state.error;
    return state.known.answer as T;
  };
}

function noteStale(): void {
  const times = [...polled.values()].flatMap(({ known, failures, nextAt }) =>
    // A due query that was not polled again belongs to a wallet or a page that is gone.
    known !== null && failures > 0 && nextAt > Date.now() - LONGEST_MS ? [known.at] : [],
  );
  $staleSince.set(times.length === 0 ? null : Math.min(...times));
}

/** Requests again every stored answer whose address starts with one of the prefixes, now or when next listened to. */
export function refreshQueries(prefixes: readonly string[]): void {
  revalidateKeys((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}
