import { expect, test } from 'vitest';
import type { PresalePricing } from '#src/contract/presale.ts';
import { boughtFor } from '#src/scripts/landing/share-calculator.ts';

const inPhase = (phase: number, currentPrice: string, tokensRemaining: string) =>
  ({ phase, currentPrice, tokensRemaining }) as PresalePricing;

test('dollars buy whole SYNX at the price of now', () => {
  expect(boughtFor('500', inPhase(1, '0.013', '197000000'))).toEqual({
    tokens: 38_461n,
    average: 13_000n,
    isMore: false,
  });
  expect(boughtFor('', inPhase(1, '0.013', '197000000'))).toEqual({ tokens: 0n, average: null, isMore: false });
  expect(boughtFor('0.01', inPhase(1, '0.013', '197000000')).tokens).toBe(0n);
});

test('what the phase has no longer is bought at the next price', () => {
  // 1,000 SYNX for 13 dollars, and 1,000 for 22.
  expect(boughtFor('35', inPhase(1, '0.013', '1000'))).toEqual({ tokens: 2_000n, average: 17_500n, isMore: false });
});

test('more than the sale has buys the rest, and says so', () => {
  expect(boughtFor('1000000', inPhase(3, '0.033', '100'))).toEqual({ tokens: 100n, average: 33_000n, isMore: true });
});
