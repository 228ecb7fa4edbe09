import { expect, test } from 'vitest';
import { restAfter } from '#src/server/ledger/watch-ledger.ts';

const HOUR = 3_600_000;

test('a quick recount is repeated within a minute, a slow one uses no more than a twentieth of the time', () => {
  expect(restAfter(0) + 2 * 1_000).toBeLessThanOrEqual(60_000);
  expect(restAfter(46_000)).toBe(20 * 46_000);
});

test('however slow, the whole ledger is recounted every six hours', () => {
  for (const took of [0, 1_000, 60_000, 600_000, 1_200_000, 3_600_000])
    expect(restAfter(took) + took).toBeLessThanOrEqual(6 * HOUR);
  expect(restAfter(24 * HOUR)).toBeGreaterThan(0);
});

test('after one that failed or found something broken, the next one comes soon', () => {
  expect(restAfter(46_000, false)).toBe(3 * 46_000);
  expect(restAfter(0, false) + 2 * 1_000).toBeLessThanOrEqual(60_000);
});
