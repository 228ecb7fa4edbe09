/**
 * Caches the result of `load` for `ttlMs`, and concurrent callers share one load: a crowd costs one read per window. A
 * failed load is not cached.
 */
export function cached<Value>(
  load: () => Promise<Value>,
  ttlMs: number,
  now: () => number,
): { get(): Promise<Value>; drop(): void } {
  let value: Promise<Value> | null = null;
  let loadedAt = 0;
  const drop = () => {
    value = null;
  };
  return {
    drop,
    get: () => {
      const time = now();
      if (value !== null && time - loadedAt < ttlMs && time >= loadedAt) return value;
      loadedAt = time;
      const loading = load();
      value = loading;
      loading.catch(() => {
        if (value === loading) drop();
      });
      return loading;
    },
  };
}
