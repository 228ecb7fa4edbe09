import { expect, test } from 'vitest';
import { restAfter } from '#src/server/ledger/watch-ledger.ts';

test('a quick recount is repeated within a minute, a slow one uses no more than a quarter of the time', () => {
  expect(restAfter(0) + 2 * 1_000).toBeLessThanOrEqual(60_000);
  expect(restAfter(46_000)).toBe(3 * 46_000);
});

test('however slow, the next success comes before the alarm after five minutes without one, if possible', () => {
  for (const took of [0, 1_000, 20_000, 60_000, 100_000, 180_000]) expect(restAfter(took) + took).toBeLessThan(300_000);
  expect(restAfter(1_000_000)).toBeGreaterThan(0);
});
