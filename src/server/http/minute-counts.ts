const MINUTE_MS = 60_000;

/** Counts uses by key, each key in windows of a minute from its first use on. */
export interface MinuteCounts {
  /** Counts a use. Returns null, or past `max` the seconds until the window is over. */
  use(key: string, max: number): number | null;
}

/**
 * In memory, without a promise for each use, which would cost a good part of a cached read. Past `most` keys, those not
 * used for the longest time are forgotten.
 */
export function createMinuteCounts(most: number, now: () => number = Date.now): MinuteCounts {
  const windows = new Map<string, { used: number; startedAt: number }>();
  const windowOf = (key: string, time: number) => {
    const known = windows.get(key);
    if (known !== undefined) {
      // A map lists its keys in the order of their insertion.
      windows.delete(key);
      if (time - known.startedAt < MINUTE_MS) return known;
    } else if (windows.size >= most) {
      for (const oldest of windows.keys()) {
        windows.delete(oldest);
        break;
      }
    }
    return { used: 0, startedAt: time };
  };
  return {
    use: (key, max) => {
      const time = now();
      const window = windowOf(key, time);
      windows.set(key, window);
      window.used += 1;
      return window.used <= max ? null : Math.ceil((MINUTE_MS - (time - window.startedAt)) / 1000);
    },
  };
}
