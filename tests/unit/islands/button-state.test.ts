import { describe, expect, it } from 'vitest';
import { findToken } from '#src/config/tokens.ts';
import { type ButtonInput, buttonState, draftAfter, isPressable } from '#src/islands/presale-card/use-card.ts';
import { pricing } from './support/pricing.ts';

const ready: ButtonInput = {
  pricing: pricing(),
  token: findToken(1, 'ETH')!,
  synxLive: true,
  coinLive: true,
  trusted: true,
  wallet: 'connected',
  walletChainId: 1,
  chainId: 1,
  stage: 'idle',
  insufficient: false,
  isUnclear: false,
  debugMode: false,
};
const state = (change: Partial<ButtonInput>) => buttonState({ ...ready, ...change });

describe('the purchase button', () => {
  it('buys when everything is there', () => {
    expect(state({})).toBe('purchase');
  });

  it('asks for a wallet first', () => {
    expect(state({ wallet: 'disconnected', synxLive: false })).toBe('connect');
    expect(state({ wallet: 'connecting' })).toBe('connecting');
  });

  it('never sells on a stand-in price', () => {
    expect(state({ synxLive: false })).toBe('waitingPrice');
    expect(state({ coinLive: false })).toBe('waitingPrice');
    expect(state({ coinLive: false, token: findToken(1, 'USDC')! })).toBe('purchase');
  });

  it('follows what the API offers', () => {
    const offer = (reason: 'price-stale' | 'chain-unreachable' | 'switched-off') =>
      pricing({ offers: [{ chainId: 1, paymentMethod: 'ETH', offered: false, reason }] });
    expect(state({ pricing: offer('price-stale') })).toBe('waitingPrice');
    expect(state({ pricing: offer('chain-unreachable') })).toBe('waitingNetwork');
    expect(state({ pricing: offer('switched-off') })).toBe('notOffered');
    expect(state({ pricing: pricing({ offers: [] }) })).toBe('notOffered');
  });

  it('offers the switch on another network, except if nothing is sent', () => {
    expect(state({ walletChainId: 56 })).toBe('wrongNetwork');
    expect(state({ walletChainId: null })).toBe('wrongNetwork');
    expect(state({ walletChainId: 56, debugMode: true })).toBe('purchase');
  });

  it('waits while a part of the typed text is not in the amount', () => {
    expect(state({ isUnclear: true, insufficient: true })).toBe('unclear');
    expect(isPressable('unclear')).toBe(false);
    expect(state({ isUnclear: true, wallet: 'disconnected' })).toBe('connect');
  });

  it('says that the balance is too small', () => {
    expect(state({ insufficient: true })).toBe('insufficient');
  });

  it('shows a running purchase regardless of changes meanwhile', () => {
    const chaos = { wallet: 'disconnected', walletChainId: 5, synxLive: false, trusted: false } as const;
    expect(state({ ...chaos, stage: 'waiting' })).toBe('waiting');
    expect(state({ ...chaos, stage: 'recording' })).toBe('recording');
  });

  it('sells nothing when the payment address is in doubt', () => {
    expect(state({ trusted: false })).toBe('off');
    expect(state({ trusted: false, wallet: 'disconnected' })).toBe('off');
  });

  it('says when the sale is over or paused', () => {
    expect(state({ pricing: pricing({ saleStatus: 'sold-out' }) })).toBe('soldOut');
    expect(state({ pricing: pricing({ saleStatus: 'closed' }) })).toBe('closed');
    expect(state({ pricing: pricing({ saleStatus: 'paused' }), wallet: 'disconnected' })).toBe('paused');
  });

  it('can be pressed only to connect, to switch and to buy', () => {
    expect(['connect', 'wrongNetwork', 'purchase'].every((each) => isPressable(each as never))).toBe(true);
    for (const each of [
      'soldOut',
      'off',
      'waiting',
      'recording',
      'waitingPrice',
      'waitingNetwork',
      'insufficient',
      'connecting',
    ] as const)
      expect(isPressable(each), each).toBe(false);
  });
});

it.each([
  ['its own coin', { chainId: 1, symbol: 'USDC' }, { symbol: 'USDC', amount: '500' }],
  ['another coin, where the wallet answered late', { chainId: 1, symbol: 'ETH' }, { symbol: 'USDC', amount: '500' }],
  ['another network', { chainId: 56, symbol: 'BNB' }, { symbol: 'BNB', amount: '' }],
] as const)('a payment that failed never has its amount back as that of another coin: %s', (_, of, after) => {
  const intent = { chainId: 1, symbol: 'USDC', amount: '500' } as const;
  const form = { ...of, amount: '7', leftOut: ['x'] };
  expect(draftAfter(form, 'idle', intent)).toEqual({ chainId: of.chainId, ...after, leftOut: [] });
  expect(draftAfter(form, 'recording', intent)).toEqual({ ...of, amount: '', leftOut: [] });
});
