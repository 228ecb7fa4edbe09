import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { byPriceKey, CHAINS } from '#src/config/chains.ts';
import {
  DEFAULT_TOKEN_PRICE,
  MOBILE_BREAKPOINT_PX,
  PROVIDER_TIMES,
  PURCHASE_LIMITS,
  PURCHASE_TIMES,
  STAKING_TIMES,
  TOAST_RULES,
} from '#src/config/limits.ts';
import {
  DEFAULT_STAKING_APY,
  GOAL_RAISE_USD,
  PHASES,
  REQUIRED_CONFIRMATIONS,
  WINDOW_SECONDS,
} from '#src/config/sale.ts';
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

  test('six confirmations, a look every 10 s, at most 30 of them', () => {
    expect(REQUIRED_CONFIRMATIONS).toBe(6);
    expect(PURCHASE_TIMES).toMatchObject({ receiptPollMs: 10_000, receiptPolls: 30 });
  });

  test('[R9.011] a wallet may take 120 s', () => expect(PURCHASE_TIMES.walletTimeoutMs).toBe(120_000));

  test('Buy Rest shows below 100000 tokens and from 5 USD', () => {
    expect(PURCHASE_LIMITS.buyRestBelowSynx).toBe(100_000n);
    expect(PURCHASE_LIMITS.minimumStableUsd).toBe('5');
  });

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
    expect(DEFAULT_TOKEN_PRICE).toBe('0.013');
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

test('waits for a wallet provider', () =>
  expect(PROVIDER_TIMES).toEqual({
    desktopMs: 8_000,
    mobileMs: 15_000,
    mobileBridgeMs: 25_000,
    purchaseMobileMs: 20_000,
    retryMs: 300,
    mobileRetryMs: 500,
    hiddenPageMs: 5_000,
    hiddenPageStepMs: 100,
  }));

test('the mobile breakpoint is 768 px', () => expect(MOBILE_BREAKPOINT_PX).toBe(768));

test('scripts and sheets change to the layout of a phone at the same width', () => {
  const sheet = readFileSync(new URL('../../../src/styles/breakpoints.css', import.meta.url), 'utf8');
  const [, rem] = /--below-medium \(width < ([\d.]+)rem\)/.exec(sheet) ?? [];
  expect(Number(rem) * 16).toBe(MOBILE_BREAKPOINT_PX);
});

test('toasts', () =>
  expect(TOAST_RULES).toEqual({
    visible: 1,
    removeMs: 1_000_000,
    durationMs: 5_000,
    swipePx: 50,
    hotkey: 'F8',
    maxWidthPx: 420,
  }));

test('staking polls, and the rate if the configuration has none', () => {
  expect(STAKING_TIMES).toEqual({ balanceMs: 30_000, statsMs: 30_000, configMs: 30_000, rewardsMs: 5_000 });
  expect(DEFAULT_STAKING_APY).toBe('25');
});
