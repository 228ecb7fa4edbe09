/**
 * Caches what `load` returns for `ttlMs`. Concurrent callers share one load, so a crowd costs one read per window. A
 * failed load is not cached.
 */
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
