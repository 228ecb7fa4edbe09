import { describe, expect, it } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { buyRest, cardQuote, cardRates, displayAmount } from '#src/purchase/offer/card-quote.ts';
import { pricing } from './support/pricing.ts';

const eth = findToken(1, 'ETH')!;
const usdc = findToken(1, 'USDC')!;
const usdt56 = findToken(56, 'USDT')!;
const live = { ETH: '3000.12', BNB: '600', MATIC: '0.45' };
const prices = {
  ...live,
  updatedAt: { ETH: null, BNB: null, MATIC: null },
  live: { ETH: true, BNB: true, MATIC: true },
};

describe('the rates of the card', () => {
  it('[R3.038] [R3.039] [R3.040] [R3.041] are the stated defaults before anything has loaded, and not live', () => {
    const before = CHAIN_IDS.map((chainId) => cardRates(chainId, undefined, undefined, undefined));
    expect(before.map(({ coin }) => coin)).toEqual(['4513.48', '918.04', '0.8']);
    expect(before.map(({ synx }) => synx)).toEqual(['0.013', '0.013', '0.013']);
    expect(before.every(({ synxLive, coinLive }) => !synxLive && !coinLive)).toBe(true);
  });

  it('take the price of the pricing call before the configured one', () => {
    const config = { tokenPrice: '0.022' } as never;
    expect(cardRates(1, undefined, prices, config).synx).toBe('0.022');
    expect(cardRates(1, undefined, prices, config).synxLive).toBe(false);
    expect(cardRates(1, pricing(), prices, config)).toMatchObject({ synx: '0.013', synxLive: true, coinLive: true });
  });

  it('are not live if the feed is not', () => {
    expect(cardRates(1, pricing(), { ...prices, live: { ...prices.live, ETH: false } }, undefined).coinLive).toBe(
      false,
    );
    expect(cardRates(1, pricing(), { ...prices, ETH: null }, undefined)).toMatchObject({
      coin: '4513.48',
      coinLive: false,
    });
  });
});

describe('the card’s quote', () => {
  const rates = cardRates(1, pricing(), prices, undefined);

  it('[R5.018] is the floor of the USD value by the price', () => {
    expect(cardQuote(eth, toUnits('0.1', 18), rates, pricing()).tokens).toBe(23_077n);
    expect(cardQuote(usdc, toUnits('5', 6), rates, pricing()).tokens).toBe(384n);
    expect(cardQuote(usdt56, toUnits('5', 18), rates, pricing()).tokens).toBe(384n);
  });

  it('continues at the next price when the phase ends', () => {
    const quote = cardQuote(usdc, toUnits('35', 6), rates, pricing({ tokensRemaining: '1000' }));
    expect(quote.parts.map(({ phase, tokens }) => [phase, tokens])).toEqual([
      [1, 1000n],
      [2, 1000n],
    ]);
    expect(quote.tokens).toBe(2000n);
  });

  it('is nothing for nothing', () => {
    expect(cardQuote(eth, 0n, rates, pricing())).toMatchObject({ tokens: 0n, unallotted: 0n });
  });
});

describe('Buy Rest', () => {
  const last = { phase: 3, currentPrice: '0.033', nextPhasePrice: null } as const;

  it('[R5.019] [R9.019] is offered for stablecoins below 100000 tokens worth at least 5 USD', () => {
    expect(buyRest(usdc, pricing({ tokensRemaining: '99999' }))).toEqual({ state: 'offered', amount: '1299.987' });
    expect(buyRest(usdc, pricing({ tokensRemaining: '100000' }))).toEqual({ state: 'hidden' });
    expect(buyRest(eth, pricing({ tokensRemaining: '99999' }))).toEqual({ state: 'hidden' });
    expect(buyRest(usdc, undefined)).toEqual({ state: 'hidden' });
  });

  it('reads Sold Out (Below Min) when the rest of the sale is worth less', () => {
    expect(buyRest(usdc, pricing({ ...last, tokensRemaining: '151' }))).toEqual({ state: 'below-minimum' });
    expect(buyRest(usdc, pricing({ ...last, tokensRemaining: '152' })).state).toBe('offered');
  });

  it('leaves a rest that rolls into the next phase alone', () => {
    expect(buyRest(usdc, pricing({ tokensRemaining: '100' }))).toEqual({ state: 'hidden' });
  });
});

it('[R9.014] [R9.015] amounts of 6-decimal stablecoins show two decimals, others up to six', () => {
  expect(displayAmount(toUnits('12.3456', 6), 6, 'en')).toBe('12.34');
  expect(displayAmount(toUnits('12.3456789', 18), 18, 'en')).toBe('12.345678');
});
