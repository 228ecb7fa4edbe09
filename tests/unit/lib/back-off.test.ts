import { expect, it } from 'vitest';
import { backOff } from '#src/lib/time/back-off.ts';

it('doubles the first wait with each failure in a row, up to the longest', () => {
  expect([0, 1, 2, 3, 4, 5].map((failures) => backOff(failures, 2_000, 60_000))).toEqual([
    ...[2_000, 4_000, 8_000, 16_000, 32_000, 60_000],
  ]);
});

it('stays at the longest wait however many failures there are', () => {
  expect(backOff(100_000, 1_000, 300_000)).toBe(300_000);
});

it('never waits longer than the longest, not even at first', () => {
  expect(backOff(0, 2_000, 1_500)).toBe(1_500);
});
