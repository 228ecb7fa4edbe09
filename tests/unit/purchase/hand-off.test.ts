import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handOffLink, readHandOff } from '#src/purchase/hand-off.ts';

const PAGE = { origin: 'https://synx.example', pathname: '/de' };
let kept: string | null = null;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => kept });
  vi.stubGlobal('document', { getElementById: () => ({}) });
});
afterEach(() => {
  kept = null;
  vi.unstubAllGlobals();
});

it('a link carries the form of the card, and is read as the same purchase', () => {
  kept = JSON.stringify({ chainId: 56, symbol: 'USDC', amount: '20.5' });
  const link = handOffLink(PAGE);
  expect(link).toBe('https://synx.example/de#buy=56-USDC-20.5');
  expect(readHandOff(new URL(link).hash)).toMatchObject({ token: { chainId: 56, symbol: 'USDC' }, amount: '20.5' });
});

it('a chosen token is carried without an amount, and an amount with the first token', () => {
  kept = JSON.stringify({ chainId: 56, symbol: 'BNB', amount: '' });
  expect(handOffLink(PAGE)).toBe('https://synx.example/de#buy=56-BNB');
  kept = JSON.stringify({ chainId: 1, symbol: 'USDT', amount: '' });
  expect(handOffLink(PAGE)).toBe('https://synx.example/de#buy=1-USDT');
  kept = JSON.stringify({ chainId: 1, symbol: 'ETH', amount: '2' });
  expect(handOffLink(PAGE)).toBe('https://synx.example/de#buy=1-ETH-2');
});

it('an untouched form, no form, or another page adds nothing', () => {
  expect(handOffLink(PAGE)).toBe('https://synx.example/de');
  for (const form of [
    { chainId: 1, symbol: 'ETH', amount: '' },
    { chainId: 5, symbol: 'ETH', amount: '1' },
    'damaged',
  ]) {
    kept = typeof form === 'string' ? form : JSON.stringify(form);
    expect(handOffLink(PAGE)).toBe('https://synx.example/de');
  }
  kept = JSON.stringify({ chainId: 56, symbol: 'USDC', amount: '20.5' });
  kept = JSON.stringify({ chainId: 1, symbol: 'ETH', amount: '53', leftOut: ['e-'] });
  expect(handOffLink(PAGE)).toBe('https://synx.example/de');
  kept = JSON.stringify({ chainId: 56, symbol: 'USDC', amount: '20.5' });
  vi.stubGlobal('document', { getElementById: () => null });
  expect(handOffLink(PAGE)).toBe('https://synx.example/de');
});

it.each([
  '',
  '#presale',
  '#buy=',
  '#buy=5-ETH-1',
  '#buy=56-ETH-1',
  '#buy=1-BUSD-1',
  '#buy=56-USDC-1e9',
  '#buy=56-USDC-20-0xabc',
  '#buy=56-<b>-1',
])('%s is no purchase', (hash) => {
  expect(readHandOff(hash)).toBeNull();
});

it('an amount keeps no more decimals than its token has', () => {
  expect(readHandOff('#buy=1-USDC-1.23456789')?.amount).toBe('1.234567');
});
