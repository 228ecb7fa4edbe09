import { expect, test } from 'vitest';
import { keyedCache } from '#src/server/platform/util/caches.ts';

test('a flood of keys occupies no more than came within the lifetime of one', async () => {
  let now = 0;
  const cache = keyedCache<number>(1_000, 10_000, () => now);
  for (let key = 0; key < 2_000; key += 1) {
    now += 10;
    await cache.get(String(key), async () => key);
  }
  expect(cache.size).toBeLessThanOrEqual(100);
  // A reloaded entry lives as long as any other.
  await cache.get('1999', async () => -1);
  now += 1_000;
  expect(cache.has('1999')).toBe(false);
  expect(await cache.get('1999', async () => -1)).toBe(-1);
});
