import { expect, test } from 'vitest';
import { cached } from '#src/server/platform/util/caches.ts';

const TTL_MS = 1_000;

/** A cache of a counter, its clock, and a switch that makes loading fail. */
function openCache() {
  const clock = { now: 10_000 };
  let loads = 0;
  let fails = false;
  const load = async () => {
    loads += 1;
    if (fails) throw new Error('not now');
    return loads;
  };
  const cache = cached(load, TTL_MS, () => clock.now);
  return {
    ...cache,
    clock,
    fail: (now: boolean) => {
      fails = now;
    },
  };
}

test('a value is ready once it is loaded, for exactly its time', async () => {
  const { get, ready, clock } = openCache();
  expect(ready()).toBeUndefined();
  const loading = get();
  expect(ready()).toBeUndefined();
  await loading;
  expect(ready()).toBe(1);
  clock.now += TTL_MS - 1;
  expect(ready()).toBe(1);
  clock.now += 1;
  expect(ready()).toBeUndefined();
  expect(await get()).toBe(2);
  expect(ready()).toBe(2);
});

test('a value is not ready after it is dropped, nor while a clock that was set back says it is of the future', async () => {
  const { get, ready, drop, clock } = openCache();
  await get();
  clock.now -= 1;
  expect(ready()).toBeUndefined();
  await get();
  expect(ready()).toBe(2);
  drop();
  expect(ready()).toBeUndefined();
});

test('a failed load leaves nothing ready, and the value before it does not return', async () => {
  const { get, ready, clock, fail } = openCache();
  await get();
  clock.now += TTL_MS;
  fail(true);
  await expect(get()).rejects.toThrow('not now');
  expect(ready()).toBeUndefined();
  fail(false);
  expect(await get()).toBe(3);
});
