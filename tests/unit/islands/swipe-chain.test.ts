import { expect, test } from 'vitest';
import { swipeChain } from '#src/islands/presale-card/dialogs/swipe-chain.ts';

test('[R2.093] [R9.012] a swipe of more than 50 px pulls in the next chain, one of 50 px or less none', () => {
  expect(swipeChain(1, -51, 'ltr')).toBe(56);
  expect(swipeChain(56, 51, 'ltr')).toBe(1);
  for (const pixels of [-50, 50, 0, 3]) expect(swipeChain(56, pixels, 'ltr')).toBe(56);
});

test('the row of chains ends at both sides', () => {
  expect(swipeChain(1, 200, 'ltr')).toBe(1);
  expect(swipeChain(137, -200, 'ltr')).toBe(137);
});

test('from right to left the other way round', () => {
  expect(swipeChain(1, 51, 'rtl')).toBe(56);
  expect(swipeChain(56, -51, 'rtl')).toBe(1);
});
