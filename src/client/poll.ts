import { backOff } from '#src/lib/time/back-off.ts';
import { RequestError } from './request.ts';

interface Looks {
  /** One look; it must not reject. */
  readonly look: () => Promise<void>;
  /** Milliseconds until the next look, `tries` being the waits since the last reset; null for no further look. */
  readonly waitMs: (tries: number) => number | null;
  /** Whether the next look is also made while the page is hidden; otherwise it waits until the page is seen. */
  readonly whileHidden?: () => boolean;
}

export interface Poller {
  /** Looks now, or joins the look that is under way, and then waits for the next. Never rejects. */
  readonly now: () => Promise<void>;
  /** The same, as soon as the page is seen. */
  readonly whenSeen: () => void;
  /** Waits anew, for as long as is right by now. */
  readonly again: () => void;
  /** Counts the tries from zero. */
  readonly reset: () => void;
}

/** Looks again and again, one look at a time; the first is asked for. */
export function createPoller({ look, waitMs, whileHidden = () => false }: Looks): Poller {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> | null = null;
  const now = () => {
    clearTimeout(timer);
    looking ??= look().finally(() => {
      looking = null;
      again();
    });
    return looking;
  };
  const whenSeen = () => {
    if (document.hidden) document.addEventListener('visibilitychange', whenSeen, { once: true });
    else void now();
  };
  const again = () => {
    clearTimeout(timer);
    const ms = looking === null ? waitMs(tries) : null;
    if (ms === null) return;
    timer = setTimeout(() => {
      tries += 1;
      if (whileHidden()) void now();
      else whenSeen();
    }, ms);
  };
  const reset = () => {
    tries = 0;
  };
  return { now, whenSeen, again, reset };
}

export interface Polled<T> {
  readonly load: () => Promise<T>;
  /** Seconds until the next request; null for never. */
  readonly secondsOf: (answer: T) => number | null;
  readonly show: (answer: T) => void;
  readonly fail: (error: unknown) => void;
}

/** First and longest wait after a failure, in milliseconds. */
const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/**
 * Requests now, and again after the seconds that each answer names, but never while the page is hidden. Waits longer
 * after each failure; stops if an answer rejects the request itself. Returns a function that stops it.
 */
export function keepAsking<T>({ load, secondsOf, show, fail }: Polled<T>): () => void {
  let isStopped = false;
  let failures = 0;
  let nextMs: number | null = null;
  const look = async () => {
    if (isStopped) return;
    try {
      const answer = await load();
      if (isStopped) return;
      failures = 0;
      show(answer);
      const seconds = secondsOf(answer);
      nextMs = seconds && seconds * 1000;
    } catch (error) {
      if (isStopped) return;
      fail(error);
      nextMs = isWrongQuestion(error) ? null : backOff(failures, FIRST_MS, LONGEST_MS);
      failures += 1;
    }
  };
  const { now, again } = createPoller({ look, waitMs: () => (isStopped ? null : nextMs) });
  void now();
  return () => {
    isStopped = true;
    again();
  };
}

function isWrongQuestion(error: unknown): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/**
 * Before a look: has the stores read the storage again, as when a page comes back. Tabs that are views of their own, as
 * in a wallet's app, hear nothing of each other.
 */
export function readStorageAgain(): void {
  window.dispatchEvent(new Event('pageshow'));
}
