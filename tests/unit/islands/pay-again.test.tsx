import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime } from '#src/client/server-time.ts';
import { type Consent, coversAll } from '#src/islands/presale-card/dialogs/summary-facts.ts';
import { UnknownPayments } from '#src/islands/presale-card/EarlierPayments.tsx';
import { keepRequest, requestTime } from '#src/purchase/payment-requests.ts';
import { $purchase, type PurchaseSummary } from '#src/purchase/purchase-state.ts';
import { onPage } from '../states/support/on-page.tsx';
import { ENGLISH } from '../states/support/screen.ts';
import { leavePage } from '../stores/stub-page.ts';

// A payment that is kept is looked for, again and again: by this page's timers, which end with it.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(leavePage);

test('a tick is for the payments that were named, in the summary that named them', () => {
  const summary = { checkedAt: 1 } as PurchaseSummary;
  const of = (...ids: string[]): Consent => ({ summary, ids });
  expect(coversAll(null, of('a'))).toBe(false);
  expect(coversAll(of('a'), of('a'))).toBe(true);
  expect(coversAll(of('a', 'b'), of('b'))).toBe(true);
  expect(coversAll(of('a'), of('a', 'b'))).toBe(false);
  expect(coversAll(of('a'), { ...of('a'), summary: { ...summary } })).toBe(false);
});

test('every payment that a tick covers is named, however many there are', () => {
  const amounts = ['0.11', '0.22', '0.33', '0.44', '0.55'];
  for (const [at, paymentAmount] of amounts.entries())
    keepRequest({
      ...({
        id: `request-${at}`,
        nonce: at,
        block: 1,
        askedAt: at,
        state: 'unseen',
        answeredAt: null,
        hash: null,
      } as const),
      ...{ recorded: null, givenUp: [], recipient: null, others: [], successor: null },
      claims: { chainId: 1, paymentMethod: 'ETH', paymentAmount, walletAddress: `0x${'1'.repeat(40)}` } as never,
    });
  const html = renderToStaticMarkup(onPage(<UnknownPayments />));
  expect(amounts.filter((amount) => !html.includes(`${amount} ETH`))).toEqual([]);
});

test('a payment that was refused a moment ago is no warning, whatever the visitor’s clock says', () => {
  const now = Date.now();
  noteServerTime(new Response('', { headers: { Date: new Date(now).toUTCString() } }));
  keepRequest({
    ...{ id: 'refused', nonce: 9, block: 1, askedAt: requestTime(), state: 'refused', answeredAt: requestTime() },
    ...{ hash: null, recorded: null, givenUp: [], recipient: null, others: [], successor: null },
    claims: { chainId: 1, paymentMethod: 'ETH', paymentAmount: '0.99', walletAddress: `0x${'1'.repeat(40)}` } as never,
  });
  for (const ahead of [0, -20_000, 40_000]) {
    vi.setSystemTime(now + ahead);
    const html = renderToStaticMarkup(onPage(<UnknownPayments />));
    const section = html.split('<section').find((each) => each.includes('0.99 ETH'));
    expect(section).toContain(ENGLISH['pay.unknown.refused']);
    expect(section).not.toContain('warning');
  }
  vi.setSystemTime(now);
  const before = $purchase.get();
  $purchase.set({ ...before, stage: 'success' } as typeof before);
  // Above the payment that was made since, it would read as if that one had been cancelled.
  expect(renderToStaticMarkup(onPage(<UnknownPayments />))).not.toContain('0.99 ETH');
  $purchase.set(before);
});
