import { afterAll, describe, expect, it } from 'vitest';
import { PAYMENT_REASONS, type PaymentView } from '#src/contract/payments.ts';
import { PAYMENT_STATUSES, type PurchaseResponse } from '#src/contract/presale.ts';
import type { DictionaryKey } from '#src/i18n/dictionary.ts';
import { $answers, $pendingPurchases } from '#src/purchase/pending-purchases.ts';
import { answerOf, HASH, paymentScreens, recordOf } from './support/payment-screens.tsx';
import { ENGLISH, fakeBrowser, KEYS, keysOn, LANGUAGES } from './support/screen.ts';

/**
 * What the English texts can claim of a payment. A claim that a state does not list is untrue there, and no place may
 * make it.
 */
const CLAIMS = {
  bought: /Purchase Successful|You bought|Added [\d,]+ SYNX/,
  confirming: /Confirming|being confirmed|pending confirmation|Confirmations [0-5]\/6/,
  confirmed: /(?<!(?:once|until) it is |being )\bconfirmed\b/i,
  credited:
    /Credited here|^Credited\b|^Final$|(?<!nothing )is credited\.|has been credited|^Tokens credited|on a balance/,
  stakeable: /Stake Now|stake these tokens now/,
  unsent: /not on the blockchain yet|needs several signatures/,
  'not seen': /not been seen for 24 hours/,
  'only once': /Do not pay a second time/,
  'our team': /our team is|our team will review/i,
  'refund due': /Refund due|will refund/,
  refunded: /^Refunded$|has been refunded/,
  failed: /transaction failed|^Failed$/i,
  cancelled: /cancelled|^Cancelled$/i,
  'fee spent': /network fee was charged/,
  'nothing paid': /nothing (?:was|is) paid/i,
  reversed: /was reversed/,
  'other payment': /replaced by|^Replaced$/i,
  'other wallet': /A different wallet made/,
} as const;
type Claim = keyof typeof CLAIMS;

interface State {
  readonly answer: Partial<PurchaseResponse>;
  readonly record?: Partial<PaymentView>;
  readonly is: readonly Claim[];
  /** The texts of the card's panel, without their common beginning; none where the panel is closed. */
  readonly panel?: readonly string[];
  /** Key of the state's name in the dashboard and in a wallet's list, if it is not that of its status. */
  readonly name?: DictionaryKey;
}

/** Keys of the toasts; of the other states it is tokensProcessing. */
const TOASTS: Readonly<Record<string, string>> = {
  processing: 'purchaseConfirming',
  confirming: 'purchaseConfirming',
  credited: 'purchaseSuccessful',
  failed: 'transactionFailed',
  cancelled: 'transactionCancelled',
  expired: 'transactionTimeout',
  rejected: 'purchaseFailed',
  debug: 'purchaseSuccessful',
};
const BOUGHT = ['title', 'bought'];
const CONFIRMING = [...BOUGHT, 'confirming', 'onceCredited', 'explorer', 'more'];
const SPENDABLE = ['notInWallet', 'explorer', 'stake', 'more'];
const MOVABLE = SPENDABLE.with(0, 'notMoved');
const CREDITED = [...BOUGHT, 'credited', ...MOVABLE];
const DECIDED_BY_STAFF = ['payment', 'review', 'explorer', 'more'];
const REFUNDED_BY_STAFF = ['payment', 'review', 'refund', 'explorer', 'more'];
const UNKNOWN = ['payment', 'processing', 'explorer', 'more'];
const TOKENS = { tokensAllocated: '100', tokenAmount: '100', confirmations: 6 } as const;
const AT = { creditedAt: '2026-01-01T00:01:00Z' } as const;
const PAID_BACK = { refundUsd: null, refundsPaid: [{ usd: '5', transactionHash: HASH }] };
const isCredited = ['bought', 'credited', 'stakeable'] as const;
const isReviewed = ['our team', 'only once'] as const;
const credited = { status: 'credited', ...TOKENS } as const;
const overSold = { status: 'refund-due', reason: 'over-sold', confirmations: 6 } as const;
const UNDER_REVIEW = [
  ...['wrong-token', 'no-payer', 'token-mismatch', 'token-off', 'internal-transfer', 'stale-price', 'before-sale'],
  ...['quorum-dispute', 'amount-mismatch', 'amount-unverifiable', 'below-one-token'],
] as const;

const STATES: Readonly<Record<string, State>> = {
  'known, in no block': { answer: { status: 'processing' }, is: ['bought', 'confirming'], panel: CONFIRMING },
  'at 1 of 6 confirmations': {
    answer: { status: 'confirming', ...TOKENS, confirmations: 1 },
    ...{ is: ['bought', 'confirming'], panel: CONFIRMING },
  },
  credited: { answer: credited, record: AT, is: isCredited, panel: CREDITED },
  'credited for good': {
    answer: { ...credited, final: true },
    ...{ record: AT, is: isCredited, panel: CREDITED, name: 'payment.status.final' },
  },
  'credited, below the minimum': {
    answer: { ...credited, belowMinimum: true },
    ...{ record: AT, is: isCredited, panel: [...BOUGHT, 'credited', 'belowMinimum', ...MOVABLE] },
  },
  'credited in part, the rest to be refunded': {
    answer: { ...credited, refundUsd: '5' },
    ...{ record: AT, is: [...isCredited, 'refund due'], panel: [...BOUGHT, 'credited', 'refund', ...MOVABLE] },
  },
  'credited in part, the rest refunded': {
    answer: credited,
    ...{ record: { ...AT, ...PAID_BACK }, is: [...isCredited, 'refunded'], panel: CREDITED },
  },
  'reversed: its block left the chain': {
    answer: { status: 'processing' },
    ...{ record: { ...AT, reversals: 1 }, is: ['bought', 'confirming', 'reversed'], panel: CONFIRMING },
  },
  'waiting for signers': {
    answer: { status: 'waiting-signers' },
    ...{ is: ['unsent'], panel: ['payment', 'signers', 'explorer', 'more'] },
  },
  'replaced, its successor not known': { answer: { status: 'replaced' }, is: ['other payment'], panel: UNKNOWN },
  failed: { answer: { status: 'failed' }, is: ['failed', 'fee spent'] },
  cancelled: { answer: { status: 'cancelled' }, is: ['cancelled', 'fee spent'] },
  'lost: not seen for a day': { answer: { status: 'expired' }, is: ['not seen'] },
  'paid to another address': { answer: { status: 'rejected', reason: 'wrong-recipient' }, is: [] },
  'moves no money': { answer: { status: 'rejected', reason: 'zero-value' }, is: [] },
  'paid by another wallet': { answer: { status: 'rejected', reason: 'foreign-sender' }, is: ['other wallet'] },
  ...Object.fromEntries(
    UNDER_REVIEW.map((reason) => [
      `under review: ${reason}`,
      { answer: { status: 'needs-review', reason, confirmations: 6 }, is: isReviewed, panel: DECIDED_BY_STAFF },
    ]),
  ),
  'too late for the sale, refund due': {
    answer: { ...overSold, reason: 'sale-over', refundUsd: '5' },
    ...{ is: [...isReviewed, 'refund due'], panel: REFUNDED_BY_STAFF },
  },
  'oversold, refund due': {
    answer: { ...overSold, refundUsd: '5' },
    ...{ is: [...isReviewed, 'refund due'], panel: REFUNDED_BY_STAFF },
  },
  'oversold, refunded': {
    answer: overSold,
    ...{ record: PAID_BACK, is: [...isReviewed, 'refunded'], panel: DECIDED_BY_STAFF, name: 'payment.refunded' },
  },
  'one payment of the transaction credited, another to be refunded': {
    answer: { ...overSold, ...TOKENS, refundUsd: '5' },
    is: [...isCredited, ...isReviewed, 'refund due'],
    panel: [...BOUGHT, 'review', 'refund', ...SPENDABLE],
  },
  'a debug purchase': {
    answer: { status: 'debug', tokensAllocated: '100' },
    ...{ is: ['bought', 'nothing paid'], panel: [...BOUGHT, 'debug', 'more'] },
  },
  'of a newer API': {
    answer: { status: 'of-a-newer-api' as never },
    ...{ is: [], panel: UNKNOWN, name: 'payment.status.unnamed' },
  },
};

const NAMES = ['payment.status.', 'payment.refunded'];

fakeBrowser();
afterAll(() => {
  $answers.set({});
  $pendingPurchases.set({});
});

it('the table has every status and every reason', () => {
  const answers = Object.values(STATES).map(({ answer }) => answer);
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([...PAYMENT_STATUSES]));
  expect(answers.map(({ reason }) => reason)).toEqual(expect.arrayContaining([...PAYMENT_REASONS]));
});

describe.each(Object.entries(STATES))('a payment: %s', (_, { answer: change, record, is, panel = [], ...own }) => {
  const answer = answerOf(change);
  const toast = TOASTS[answer.status] ?? 'tokensProcessing';
  const name = own.name ?? `payment.status.${answer.status}`;
  const payment = { answer, record: recordOf(answer, record ?? {}) };

  it('every place makes the true claims of this state and no others', () => {
    const screens = paymentScreens(payment, ENGLISH, 'en');
    const made = (pattern: RegExp) =>
      Object.entries(screens).flatMap(([place, lines]) =>
        lines.filter((line) => pattern.test(line)).map((line) => `${place}: ${line}`),
      );
    for (const [claim, pattern] of Object.entries(CLAIMS) as [Claim, RegExp][])
      if (is.includes(claim)) expect(made(pattern), claim).not.toEqual([]);
      else expect(made(pattern), claim).toEqual([]);
  });

  it('each place has the texts of this state and no others', () => {
    const screens = paymentScreens(payment, KEYS, 'en');
    expect(keysOn(screens.panel, 'presale.success.')).toEqual(panel.map((key) => `presale.success.${key}`));
    expect(keysOn(screens.panel, 'pay.success.')).toEqual(panel.includes('explorer') ? ['pay.success.payer'] : []);
    expect(keysOn(screens.toast, 'toast.')[0]).toBe(`toast.${toast}.title`);
    expect(keysOn(screens.wallet, ...NAMES)).toEqual([name]);
    expect(keysOn(screens.dashboard, ...NAMES)).toEqual([name]);
    if (answer.reason !== null)
      for (const place of ['stepper', 'list', 'dashboard'] as const)
        expect(keysOn(screens[place], 'payment.reason.')).toEqual([`payment.reason.${answer.reason}`]);
  });

  it('every language has all of it', () => {
    const count = (words: typeof ENGLISH, tag: string) =>
      Object.values(paymentScreens(payment, words, tag)).map((lines) => lines.length);
    for (const [locale, words, tag] of LANGUAGES) {
      expect(count(words, tag), locale).toEqual(count(ENGLISH, 'en'));
      const all = Object.values(paymentScreens(payment, words, tag)).flat();
      for (const line of all) expect(line, locale).not.toMatch(/undefined|\{\w+\}|\[object/);
    }
  });
});
