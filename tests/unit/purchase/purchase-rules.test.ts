import { expect, test } from 'vitest';
import type { ChainId } from '#src/config/chains.ts';
import { findToken, type Token } from '#src/config/tokens.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import {
  effectiveMinimum,
  gasLimit,
  gasReserve,
  gasShown,
  maxAmount,
  payableAmount,
  shortfall,
  synxFor,
} from '#src/purchase/offer/purchase-rules.ts';

const SYNX = 1_300_000n;
const ETH = { coinE8: 451_348_000_000n, synxE8: SYNX };
const BNB = { coinE8: 91_804_000_000n, synxE8: SYNX };
const POL = { coinE8: 80_000_000n, synxE8: SYNX };

const token = (chainId: ChainId, symbol: string): Token => findToken(chainId, symbol)!;
const units = (of: Token, amount: string): bigint => toUnits(amount, of.decimals);
const missed = (of: Token, amount: string, rates = ETH) => shortfall(of, units(of, amount), rates);

test('[R5.006] [R5.007] 0.003 ETH is the minimum, with the stated sentence below it', () => {
  const eth = token(1, 'ETH');
  expect(missed(eth, '0.002999999999999999')).toEqual({ textKey: 'presale.minimum.native', values: {} });
  expect(missed(eth, '0.003')).toBeNull();
});

test('a token is a dollar only if its row says so: one of ether has its price and minimum', () => {
  const wrapped: Token = { ...token(1, 'USD1'), pricing: 'feed' };
  expect(synxFor(wrapped, units(wrapped, '1'), ETH)).toBe(synxFor(token(1, 'ETH'), units(wrapped, '1'), ETH));
  expect(missed(wrapped, '0.0029')).toEqual({ textKey: 'presale.minimum.native', values: {} });
  // It is not what gas is paid with.
  expect(maxAmount(wrapped, 5n)).toBe(5n);
});

test('on the other chains the sentence names their coin and its own value', () => {
  expect(missed(token(56, 'BNB'), '0.0029', BNB)).toEqual({
    textKey: 'presale.minimum.nativeOther',
    values: { coin: 'BNB', usd: '2.75' },
  });
  expect(missed(token(137, 'MATIC'), '0.0029', POL)).toEqual({
    textKey: 'presale.minimum.nativeOther',
    values: { coin: 'POL', usd: '0.0024' },
  });
});

test('[R5.008] [R5.009] 5 USD is the minimum of a stablecoin, in 6 and in 18 decimals', () => {
  const usdc = token(1, 'USDC');
  expect(missed(usdc, '4.999999')).toEqual({ textKey: 'presale.minimum.stable', values: { coin: 'ETH' } });
  expect(missed(usdc, '5')).toBeNull();
  const bsc = token(56, 'USDT');
  expect(missed(bsc, '4.999999999999999999', BNB)).toEqual({
    textKey: 'presale.minimum.stable',
    values: { coin: 'BNB' },
  });
  expect(missed(bsc, '5', BNB)).toBeNull();
  expect(missed(token(137, 'USDC'), '4', POL)).toEqual({ textKey: 'presale.minimum.stable', values: { coin: 'POL' } });
});

test('[R5.010] [R5.011] fewer than 25 SYNX are refused with the stated sentence on chain 1, the true value elsewhere', () => {
  const cheapEth = { coinE8: 10_000_000_000n, synxE8: SYNX };
  expect(missed(token(1, 'ETH'), '0.003', cheapEth)).toEqual({ textKey: 'presale.minimum.tokens', values: {} });
  expect(missed(token(137, 'MATIC'), '0.003', POL)).toEqual({
    textKey: 'presale.minimum.tokensOther',
    values: { usd: '0.33' },
  });
  expect(missed(token(137, 'MATIC'), '0.41', POL)).toBeNull();
});

test('the effective minimum is the larger of both, and enough to pass', () => {
  const matic = token(137, 'MATIC');
  const least = effectiveMinimum(matic, POL);
  expect(shortfall(matic, least, POL)).toBeNull();
  expect(shortfall(matic, least - 1n, POL)).not.toBeNull();
  expect(effectiveMinimum(token(1, 'ETH'), ETH)).toBe(3_000_000_000_000_000n);
  expect(effectiveMinimum(token(1, 'USDC'), ETH)).toBe(5_000_000n);
});

test('[R5.018] tokens are the floor of the USD value by the current price', () => {
  expect(synxFor(token(1, 'USDC'), 100_000_000n, ETH)).toBe(7692n);
  expect(synxFor(token(1, 'ETH'), 10n ** 18n, ETH)).toBe(347_190n);
  expect(synxFor(token(1, 'ETH'), 10n ** 18n, { ...ETH, synxE8: 0n })).toBe(0n);
});

test('[R5.017] [R9.007] MAX leaves 0.0001 of a coin, nothing of a token, and is never negative', () => {
  const eth = token(1, 'ETH');
  expect(maxAmount(eth, 10n ** 18n)).toBe(10n ** 18n - 100_000_000_000_000n);
  expect(maxAmount(eth, 1n)).toBe(0n);
  expect(maxAmount(token(1, 'USDC'), 123n)).toBe(123n);
});

test('the payable amount leaves the gas buffer, and is never negative', () => {
  const eth = token(1, 'ETH');
  expect(payableAmount(eth, 10n ** 18n)).toBe(10n ** 18n - 2_000_000_000_000_000n);
  expect(payableAmount(eth, 5n)).toBe(0n);
});

test('[R9.005] [R9.006] the gas buffers are 0.002 for a coin and 0.0005 for a token', () => {
  expect(gasReserve(token(1, 'ETH'), 0n)).toBe(2_000_000_000_000_000n);
  expect(gasReserve(token(1, 'USDC'), 0n)).toBe(500_000_000_000_000n);
  expect(gasReserve(token(1, 'USDC'), 600_000_000_000_000n)).toBe(600_000_000_000_000n);
});

test('[R9.008] [R9.009] gas limits are 21000 and 100000, raised to an estimate and never lowered', () => {
  expect(gasLimit(token(1, 'ETH'), null)).toBe(21_000n);
  expect(gasLimit(token(1, 'ETH'), 21_000n)).toBe(21_000n);
  expect(gasLimit(token(1, 'ETH'), 30_000n)).toBe(36_000n);
  expect(gasLimit(token(1, 'USDC'), 45_000n)).toBe(100_000n);
  expect(gasLimit(token(1, 'USDC'), 120_000n)).toBe(144_000n);
  // As wallets raise it.
  expect(gasShown(token(1, 'ETH'), 21_000n)).toBe(47_250n);
  expect(gasShown(token(1, 'ETH'), 60_000n)).toBe(72_000n);
  expect(gasShown(token(1, 'USDC'), 45_000n)).toBe(100_000n);
});
