import { expect, test } from 'vitest';
import { type Consent, coversAll } from '#src/islands/presale-card/dialogs/summary-facts.ts';
import type { PurchaseSummary } from '#src/purchase/purchase-state.ts';

test('a tick is for the payments that were named, in the summary that named them', () => {
  const summary = { checkedAt: 1 } as PurchaseSummary;
  const of = (...ids: string[]): Consent => ({ summary, ids });
  expect(coversAll(null, of('a'))).toBe(false);
  expect(coversAll(of('a'), of('a'))).toBe(true);
  expect(coversAll(of('a', 'b'), of('b'))).toBe(true);
  expect(coversAll(of('a'), of('a', 'b'))).toBe(false);
  expect(coversAll(of('a'), { ...of('a'), summary: { ...summary } })).toBe(false);
});
