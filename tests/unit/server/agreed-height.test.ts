import { expect, test } from 'vitest';
import { agreedHeight } from '#src/server/platform/chains/chain-sources.ts';

test.each([
  // One source is believed alone only where the operator chose a quorum of one.
  [1, 1, [100n], 100n],
  [2, 2, [900n, 100n], 100n],
  [3, 2, [900n, 100n, 100n], 100n],
  [3, 2, [100n, 100n, 1n], 100n],
  [4, 2, [900n, 900n, 100n, 100n], 100n],
  [4, 2, [100n, 100n, 100n, 1n], 100n],
  [5, 2, [900n, 100n, 900n, 100n, 100n], 100n],
  [5, 2, [900n, 900n, 900n, 100n, 100n], 100n],
  [5, 2, [100n, 1n, 100n, 100n, 100n], 100n],
])('of %i sources, %i that agree: no others make blocks final early (S6)', (_, quorum, heights, height) => {
  expect(agreedHeight(heights, quorum)).toBe(height);
});

test('without an answer a chain has no height', () => {
  expect(agreedHeight([], 2)).toBe(0n);
});
