import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { byPriceKey, CHAINS } from '#src/config/chains.ts';
import { MOBILE_BREAKPOINT_PX, PURCHASE_LIMITS, PURCHASE_TIMES } from '#src/config/limits.ts';
import { GOAL_RAISE_USD, PHASES, WINDOW_SECONDS } from '#src/config/sale.ts';
import { loadFacts } from '#src/i18n/facts.ts';
import { timeLeft } from '#src/lib/time/countdown.ts';

describe('purchase', () => {
  test('[R5.006 R5.008 R5.010 R9.004] minimums: 0.003 of a coin, 5 USD of a stablecoin, 25 SYNX', () =>
    expect(PURCHASE_LIMITS).toMatchObject({ minimumNative: '0.003', minimumStableUsd: '5', minimumSynx: 25n }));

  test('[R9.005] a coin purchase keeps 0.002 for gas', () => expect(PURCHASE_LIMITS.gasBufferNative).toBe('0.002'));

  test('[R9.006] a stablecoin purchase needs 0.0005 of the coin', () =>
    expect(PURCHASE_LIMITS.gasBufferToken).toBe('0.0005'));

  test('[R9.007] MAX leaves 0.0001', () => expect(PURCHASE_LIMITS.maxLeavesNative).toBe('0.0001'));

  test('[R9.008 R9.009] gas limits are 21000 and 100000', () =>
    expect([PURCHASE_LIMITS.gasLimitNative, PURCHASE_LIMITS.gasLimitToken]).toEqual([21_000n, 100_000n]));

  test('[R9.011] a wallet may take 120 s', () => expect(PURCHASE_TIMES.walletTimeoutMs).toBe(120_000));

  test('[R9.016] the countdown restarts at 6 days 23:59:59 after its end', () => {
    expect(WINDOW_SECONDS).toBe(7 * 86_400);
    expect(timeLeft(1_000_000, 1_000_000, WINDOW_SECONDS)).toEqual({ days: 6, hours: 23, minutes: 59, seconds: 59 });
  });

  test('[R3.038 R3.039 R3.040 R3.041] prices shown before any is read', () => {
    expect(byPriceKey((chainId) => CHAINS[chainId].defaultPrice)).toEqual({
      ETH: '4513.48',
      BNB: '918.04',
      MATIC: '0.8',
    });
    expect(loadFacts()['default.token']?.value).toBe('0.013');
  });

  test('[R9.062 R9.063 R9.064] three phases, in dollars, towards about 10.17 million', () => {
    expect(PHASES).toEqual([
      { phase: 1, priceMicroUsd: 13_000n, supply: 197_000_000n },
      { phase: 2, priceMicroUsd: 22_000n, supply: 197_000_000n },
      { phase: 3, priceMicroUsd: 33_000n, supply: 98_000_000n },
    ]);
    const raise = PHASES.reduce((sum, { priceMicroUsd, supply }) => sum + priceMicroUsd * supply, 0n) / 1_000_000n;
    expect(raise).toBe(10_129_000n);
    expect(GOAL_RAISE_USD).toBe('10170000');
  });
});

test('scripts and sheets change to the layout of a phone at the same width', () => {
  const sheet = readFileSync(new URL('../../../src/styles/breakpoints.css', import.meta.url), 'utf8');
  const [, rem] = /--below-medium \(width < ([\d.]+)rem\)/.exec(sheet) ?? [];
  expect(Number(rem) * 16).toBe(MOBILE_BREAKPOINT_PX);
});
