import { backOff } from '#src/lib/time/back-off.ts';
import { RequestError } from './request.ts';

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
export function poll<T>({ load, secondsOf, show, fail }: Polled<T>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let isDue = false;
  let failures = 0;
  const later = (ms: number) => {
    timer = setTimeout(() => {
      if (document.hidden) isDue = true;
      else void ask();
    }, ms);
  };
  const ask = async () => {
    isDue = false;
    try {
      const answer = await load();
      if (stopped) return;
      failures = 0;
      show(answer);
      if (stopped) return;
      const seconds = secondsOf(answer);
      if (seconds !== null) later(seconds * 1000);
    } catch (error) {
      if (stopped) return;
      fail(error);
      if (!isWrongQuestion(error)) later(backOff(failures, FIRST_MS, LONGEST_MS));
      failures += 1;
    }
  };
  const wake = () => {
    if (isDue && !document.hidden) void ask();
  };
  document.addEventListener('visibilitychange', wake);
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wake);
  };
}

function isWrongQuestion(error: unknown): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
