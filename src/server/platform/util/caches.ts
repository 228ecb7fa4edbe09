import { ApiFailure } from './errors.ts';

/** Caches what `load` returns for `ttlMs`, unless it fails. Concurrent callers share one load. */
export function cached<Value>(
  load: () => Promise<Value>,
  ttlMs: number,
  now: () => number,
): {
  get(): Promise<Value>;
  /** The value if it is loaded and still valid, without the cost of a promise. */
  ready(): Value | undefined;
  drop(): void;
} {
  let value: Promise<Value> | null = null;
  let loaded: { readonly from: Promise<Value>; readonly value: Value } | null = null;
  let loadedAt = 0;
  const drop = () => {
    value = null;
    loaded = null;
  };
  const isOld = (time: number) => time - loadedAt >= ttlMs || time < loadedAt;
  return {
    drop,
    ready: () => (loaded === null || loaded.from !== value || isOld(now()) ? undefined : loaded.value),
    get: () => {
      const time = now();
      if (value !== null && !isOld(time)) return value;
      loadedAt = time;
      const loading = load();
      value = loading;
      loading.then(
        (result) => {
          if (value === loading) loaded = { from: loading, value: result };
        },
        () => {
          if (value === loading) drop();
        },
      );
      return loading;
    },
  };
}

export interface KeyedCache<Value> {
  /** What `load` returned for this key less than `ttlMs` ago, otherwise a new load; concurrent callers share it. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  has(key: string): boolean;
  readonly size: number;
}

/**
 * Caches loads by key for `ttlMs`, even failed ones except an ApiFailure, which refuses one caller. A flood of keys
 * pushes out only expired ones; beyond `max` the cache is emptied.
 */
export function keyedCache<Value>(ttlMs: number, max: number, now: () => number): KeyedCache<Value> {
  // In loading order, since all entries live equally long.
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

/** What is made once for each key, such as for a database and its replica. */
export function oncePer<Key, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** Puts an entry at the end of a map, whose first one goes if they are more than `most`. */
export function keepNewest<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}
