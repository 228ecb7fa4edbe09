import { ApiFailure } from './api-failure.ts';

export interface KeyedCache<Value> {
  /**
   * What `load` gave for this key less than `ttlMs` ago, else what it gives now; who asks meanwhile waits for the same.
   */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  has(key: string): boolean;
  /** Keys that are kept. */
  readonly size: number;
}

/**
 * Remembers loads, failed ones too, by key for `ttlMs`; not an ApiFailure, which refuses one caller and says nothing to
 * the next. What is older is dropped as others come, so that a flood of keys
 * keeps no more than came in that time; past `max` keys everything is forgotten.
 */
export function keyedCache<Value>(ttlMs: number, max: number, now: () => number): KeyedCache<Value> {
  // In the order in which they were loaded: all of them live equally long.
  const kept = new Map<string, { readonly at: number; readonly value: Promise<Value> }>();
  const isFresh = ({ at }: { readonly at: number }) => now() - at < ttlMs && now() >= at;
  const fresh = (key: string) => {
    const entry = kept.get(key);
    return entry !== undefined && isFresh(entry) ? entry : undefined;
  };
  const dropOld = () => {
    for (const [key, entry] of kept) {
      if (isFresh(entry)) return;
      kept.delete(key);
    }
  };
  return {
    has: (key) => fresh(key) !== undefined,
    get size() {
      return kept.size;
    },
    get: (key, load) => {
      const known = fresh(key);
      if (known !== undefined) return known.value;
      dropOld();
      if (kept.size >= max) kept.clear();
      const value = load();
      const entry = { at: now(), value };
      kept.delete(key);
      kept.set(key, entry);
      value.catch((error: unknown) => {
        if (error instanceof ApiFailure && kept.get(key) === entry) kept.delete(key);
      });
      return value;
    },
  };
}
