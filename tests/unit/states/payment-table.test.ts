import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { PAYMENT_STATUSES, type PaymentStatus, type PurchaseResponse } from '#src/contract/presale.ts';
import type { DictionaryKey } from '#src/i18n/dictionary.ts';
import { isBought, isCredited } from '#src/islands/presale-card/SuccessPanel.tsx';
import { statusFacts } from '#src/purchase/payment-statuses.ts';
import { $answers, $pendingPurchases } from '#src/purchase/pending-purchases.ts';
import { answerOf, paymentScreens, recordOf } from './support/payment-screens.tsx';
import { ENGLISH, fakeBrowser, KEYS, keysOn } from './support/screen.ts';

const DOC = readFileSync(join(import.meta.dirname, '../../../docs/payments.md'), 'utf8');
const TOKENS = { tokensAllocated: '100', tokenAmount: '100' } as const;

/** What the API answers with each status, beyond the status. */
const ANSWERS: Readonly<Partial<Record<PaymentStatus, Partial<PurchaseResponse>>>> = {
  confirming: { ...TOKENS, confirmations: 1 },
  credited: { ...TOKENS, confirmations: 6 },
  debug: TOKENS,
};

fakeBrowser();
afterAll(() => {
  $answers.set({});
  $pendingPurchases.set({});
});

/** The row of the document for a status, made of what the pages say. */
function rowOf(status: PaymentStatus): string {
  const answer = answerOf({ status, ...ANSWERS[status] });
  const credit = { creditedAt: '2026-01-01T00:01:00Z', receipt: '/api/receipts/x' };
  const payment = { answer, record: recordOf(answer, status === 'credited' ? credit : {}) };
  const shown = paymentScreens(payment, KEYS, 'en');
  const said = (place: keyof typeof shown, ...prefixes: readonly string[]) =>
    keysOn(shown[place], ...prefixes).map((key: DictionaryKey) => ENGLISH[key])[0] ?? '–';
  const line = statusFacts(status).successText;
  const allocated = answer.tokensAllocated;
  const panel = shown.panel.length === 0 ? 'the form' : said('panel', line);
  const steps = ['pay.steps.confirm', 'api.status.'] as const;
  const stake = isCredited(status, allocated, null) ? 'yes' : panel === 'the form' ? 'no' : 'switched off';
  return `| ${[
    `\`${status}\``,
    panel,
    shown.stored.length === 0 ? 'the form' : said('stored', line),
    status === 'confirming' ? ENGLISH['pay.steps.confirm'] : said('stepper', 'api.status.'),
    said('toast', 'toast.'),
    said('list', ...(status === 'confirming' ? steps : ['api.status.'])),
    said('dashboard', 'payment.status.'),
    keysOn(shown.list, 'payment.receipt').length > 0 ? 'yes' : 'no',
    status !== 'debug' && isBought(status, allocated) ? stake : 'no',
  ].join(' | ')} |`;
}

it.each(PAYMENT_STATUSES)('docs/payments.md has what the pages say of %s', (status) => {
  expect(DOC.split('\n')).toContain(rowOf(status));
});

it('names each status of the dashboard, of a wallet’s list and of /track alike', () => {
  for (const status of PAYMENT_STATUSES) {
    const answer = answerOf({ status, ...ANSWERS[status] });
    const shown = paymentScreens({ answer, record: recordOf(answer, {}) }, KEYS, 'en');
    const [name] = keysOn(shown.dashboard, 'payment.status.');
    expect(keysOn(shown.wallet, 'payment.status.')).toEqual([name]);
    expect(keysOn(shown.track, 'payment.status.')).toContain(name);
  }
});
