export interface KeyedCache<Value> {
  /** What `load` gave for this key less than `ttlMs` ago, else what it gives now; who asks meanwhile waits for the same. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  has(key: string): boolean;
}

/** Remembers loads, failed ones too, by key for `ttlMs`; past `most` keys everything is forgotten. */
export function keyedCache<Value>(ttlMs: number, most: number, now: () => number): KeyedCache<Value> {
  const kept = new Map<string, { readonly at: number; readonly value: Promise<Value> }>();
  const fresh = (key: string) => {
    const entry = kept.get(key);
    return entry !== undefined && now() - entry.at < ttlMs && now() >= entry.at ? entry : undefined;
  };
  return {
    has: (key) => fresh(key) !== undefined,
    get: (key, load) => {
      const known = fresh(key);
      if (known !== undefined) return known.value;
      if (kept.size >= most) kept.clear();
      const value = load();
      value.catch(() => undefined);
      kept.set(key, { at: now(), value });
      return value;
    },
  };
}
