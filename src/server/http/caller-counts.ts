import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';

/** In all limits together, about 40 MB. Beyond it the oldest counts are forgotten. */
const MOST_COUNTS = 250_000;

interface Count {
  current: number;
  readonly endsAt: number;
}

/**
 * The counts of all limits of this process, whose windows are equally long. By the monotonic clock: a machine's clock
 * that was ahead for a moment would refuse a caller for as long (S27).
 */
export function callerCounts(): FastifyRateLimitStoreCtor {
  // In the order in which they end.
  const counts = new Map<string, Count>();
  let limits = 0;
  return class CallerCounts {
    readonly #limit: string;

    constructor() {
      limits += 1;
      this.#limit = `${limits} `;
    }

    incr(caller: string, done: (error: null, count: { current: number; ttl: number }) => void, windowMs: number) {
      const now = performance.now();
      const key = `${this.#limit}${caller}`;
      let count = counts.get(key);
      if (count === undefined || count.endsAt <= now) {
        for (const [oldest, { endsAt }] of counts) {
          if (endsAt > now && counts.size < MOST_COUNTS) break;
          counts.delete(oldest);
        }
        count = { current: 0, endsAt: now + windowMs };
        counts.set(key, count);
      }
      count.current += 1;
      done(null, { current: count.current, ttl: count.endsAt - now });
    }

    child() {
      return new CallerCounts();
    }
  };
}
