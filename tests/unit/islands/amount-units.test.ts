import { describe, expect, it } from 'vitest';
import type { ChainId } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import { amountIn, enteredIn, readUnits } from '#src/islands/presale-card/amount-units.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { usdToDecimal } from '#src/lib/money/quote.ts';
import { cardQuote, cardRates } from '#src/purchase/offer/card-quote.ts';
import { pricing } from './support/pricing.ts';

const prices = {
  ...{ ETH: '3000.12', BNB: '600', MATIC: '0.45' },
  updatedAt: { ETH: null, BNB: null, MATIC: null },
  live: { ETH: true, BNB: true, MATIC: true },
};

function cardOf(chainId: ChainId, symbol: string, sale = pricing()) {
  const token = findToken(chainId, symbol)!;
  const rates = cardRates(chainId, sale, prices, undefined);
  return { token, rates, pricing: { data: sale } } as never as Parameters<typeof amountIn>[0];
}

function boughtWith(card: ReturnType<typeof cardOf>, amount: string) {
  const units = parseDecimal(amount, card.token.decimals)!;
  return { units, quote: cardQuote(card.token, units, card.rates, card.pricing.data) };
}

describe('dollars and SYNX as typed', () => {
  it.each([
    ['50', 'usd', '50'],
    ['$50', 'usd', '50'],
    ['12,5', 'usd', '12.5'],
    ['12.349', 'usd', '12349'],
    ['1,000', 'usd', '1000'],
    ['1.234,56', 'usd', '1234.56'],
    ['0.005', 'usd', '0.00'],
    ['٥٠٠', 'usd', '500'],
    ['10,000', 'synx', '10000'],
    ['10.000 SYNX', 'synx', '10000'],
    ['1,234,567', 'synx', '1234567'],
    ['99.9', 'synx', '99'],
  ] as const)('%s in %s is %s', (text, unit, amount) => {
    expect(readUnits(text, unit)).toEqual({ amount, leftOut: [] });
  });

  it('name what has no place in an amount', () => {
    expect(readUnits('5e2', 'usd').leftOut).toEqual(['e']);
  });
});

describe('the amount of the coin for them', () => {
  it.each([
    [1, 'ETH', '50', '0.016667'],
    [1, 'USDC', '50', '50'],
    [56, 'USDT', '12.5', '12.5'],
    [137, 'MATIC', '100', '222.222223'],
  ] as const)('on chain %i in %s for $%s is %s, never less', (chainId, symbol, usd, amount) => {
    const card = cardOf(chainId, symbol);
    expect(amountIn(card, 'usd', usd)).toBe(amount);
    expect(Number(usdToDecimal(boughtWith(card, amount).quote.value))).toBeGreaterThanOrEqual(Number(usd));
  });

  it.each([
    [1, 'ETH', '10000'],
    [1, 'USDC', '1'],
    [56, 'BNB', '123457'],
    [137, 'USDT', '999999'],
  ] as const)('on chain %i in %s buys the %s SYNX that were typed, across phases too', (chainId, symbol, tokens) => {
    for (const sale of [pricing(), pricing({ tokensRemaining: '5000' })]) {
      const card = cardOf(chainId, symbol, sale);
      const { quote } = boughtWith(card, amountIn(card, 'synx', tokens));
      expect(quote.tokens).toBeGreaterThanOrEqual(BigInt(tokens));
      // What six digits after the mark can be worth, in SYNX.
      expect(quote.tokens - BigInt(tokens)).toBeLessThan(2n);
    }
  });

  it('exceeds the sale if more is typed than the sale has, so that the form says so', () => {
    const card = cardOf(1, 'USDC', pricing({ phase: 3, tokensRemaining: '1000', nextPhasePrice: null }));
    expect(boughtWith(card, amountIn(card, 'synx', '2000')).quote.unallotted).toBeGreaterThan(0n);
  });

  it('is none without a live price, and for nothing', () => {
    const sale = pricing();
    const rates = cardRates(1, sale, { ...prices, live: { ...prices.live, ETH: false } }, undefined);
    expect(amountIn({ ...cardOf(1, 'ETH'), rates }, 'usd', '50')).toBe('');
    expect(amountIn(cardOf(1, 'ETH'), 'usd', '')).toBe('');
    expect(amountIn(cardOf(1, 'ETH'), 'synx', '0')).toBe('');
  });

  it('is shown in dollars and SYNX', () => {
    const card = cardOf(1, 'ETH');
    const { units, quote } = boughtWith(card, '0.016667');
    const filled = { ...card, amount: units, quote } as never as Parameters<typeof enteredIn>[0];
    expect([enteredIn(filled, 'usd'), enteredIn(filled, 'synx')]).toEqual(['50.00', '3846']);
  });
});
