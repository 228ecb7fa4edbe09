import { expect, test } from 'vitest';
import { estimatedMillions, percentOfList } from '#src/lib/airdrop/estimate.ts';

test('an estimate is the share of the pool in millions, truncated to three decimals', () => {
  expect(estimatedMillions(1, 8, 100_000_000n)).toBe('12.5');
  expect(estimatedMillions(2, 3, 1_000_000n)).toBe('0.666');
  expect(estimatedMillions(0, 3, 1_000_000n)).toBe('0');
  expect(estimatedMillions(1, 0, 1_000_000n)).toBe('0');
});

test('points are a percentage of the list, truncated to two decimals', () => {
  expect(percentOfList(1, 8)).toBe('12.5');
  expect(percentOfList(2, 3)).toBe('66.66');
  expect(percentOfList(0, 3)).toBe('0');
  expect(percentOfList(1, 0)).toBe('0');
});
