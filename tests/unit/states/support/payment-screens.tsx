import type { ReactElement } from 'react';
import type { PaymentView } from '#src/contract/payments.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { ReceiptResponse } from '#src/contract/receipts.ts';
import type { Track } from '#src/contract/track.ts';
import { displayFor } from '#src/islands/dashboard/display.ts';
import { Purchases } from '#src/islands/dashboard/Purchases.tsx';
import { mergeTransactions } from '#src/islands/payments/merge-transactions.ts';
import { PaymentPanel } from '#src/islands/payments/PaymentPanel.tsx';
import { TransactionItem } from '#src/islands/payments/TransactionItem.tsx';
import { StoredNote } from '#src/islands/presale-card/EarlierPayments.tsx';
import { SuccessPanel } from '#src/islands/presale-card/SuccessPanel.tsx';
import { toastText } from '#src/islands/toaster/toast-text.ts';
import { outcomeOf } from '#src/purchase/payment-statuses.ts';
import { $answers, $pendingPurchases } from '#src/purchase/pending-purchases.ts';
import { purchaseReducer } from '#src/purchase/purchase-machine.ts';
import { IDLE, type PurchaseIntent, type PurchaseState, startAttempt } from '#src/purchase/purchase-state.ts';
import { receiptView } from '#src/scripts/tools/receipt/receipt-view.ts';
import { details, headline } from '#src/scripts/tools/track/track-view.ts';
import { walletView } from '#src/scripts/tools/track/wallet-view.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { onPage } from './on-page.tsx';
import { pageOf, screenOf, type Words } from './screen.ts';

export const HASH = `0x${'ab'.repeat(32)}`;
const PAYER = `0x${'12'.repeat(20)}`;
const intent: PurchaseIntent = { chainId: 1, symbol: 'ETH', amount: '1' };

/** What the API answers to a hash; `change` replaces fields. */
export function answerOf(change: Partial<PurchaseResponse>): PurchaseResponse {
  return {
    ...{ status: 'processing', reason: null, final: false, confirmations: 0, required: 6, belowMinimum: false },
    ...{ chainId: 1, transactionHash: HASH, tokensAllocated: null, tokenAmount: null, usdAmount: null, price: null },
    ...{ phase: null, refundUsd: null, paymentMethod: 'ETH', paymentAmount: '1', replacedBy: null, message: '' },
    ...change,
  };
}

/** The same payment as the records have it. */
export function recordOf(answer: PurchaseResponse, change: Partial<PaymentView>): PaymentView {
  const { status, reason, final, confirmations, refundUsd, belowMinimum, tokensAllocated, replacedBy } = answer;
  return {
    ...{ id: `1-${HASH}-coin`, chainId: 1, transactionHash: HASH, payer: PAYER, paymentMethod: 'ETH' },
    ...{ tokenAddress: null, paymentAmount: '1', paymentBaseUnits: '1000000000000000000', usdAmount: null },
    ...{ tokenAmount: tokensAllocated, price: null, phase: null, refundUsd, refundsPaid: [], status, replacedBy },
    ...{ reason: reason as PaymentView['reason'], final, belowMinimum, reversals: 0, confirmations, required: 6 },
    ...{ block: null, createdAt: '2026-01-01T00:00:00Z', creditedAt: null, receipt: null },
    ...change,
  };
}

export interface PaymentOnScreens {
  readonly answer: PurchaseResponse;
  readonly record: PaymentView;
}

/** Every place that tells of a payment, by name, in the words given; a place that has nothing to tell is empty. */
export function paymentScreens(
  { answer, record }: PaymentOnScreens,
  words: Words,
  tag: string,
): Readonly<
  Record<
    'panel' | 'stored' | 'toast' | 'stepper' | 'list' | 'dashboard' | 'track' | 'wallet' | 'receipt',
    readonly string[]
  >
> {
  const { state, toast } = purchased(answer, words, tag);
  const screen = (part: ReactElement, given: object = {}) => screenOf(onPage(part, { texts: words, tag, ...given }));
  const data = {
    ...{
      texts: words,
      network: words['wallet.account.network'],
      explorer: '',
      tag,
      dashboardPath: '/',
      receiptPath: '/',
    },
    belowMinimum: words['presale.success.belowMinimum'],
  };
  $answers.set({ [HASH]: answer });
  $wallet.setKey('account', PAYER as `0x${string}`);
  // The browser keeps a payment until it is settled.
  const isKept = outcomeOf(answer.status) === 'open';
  const body = {
    walletAddress: PAYER,
    transactionHash: HASH,
    chainId: 1,
    paymentMethod: 'ETH',
    paymentAmount: '1',
  } as const;
  $pendingPurchases.set(isKept ? { [HASH]: { body, storedAt: 0 } } : {});
  const transactions = mergeTransactions([record], [], {});
  return {
    toast,
    panel: state.stage === 'success' ? screen(<SuccessPanel purchase={state} />, { stakingPath: '/staking' }) : [],
    stored: screen(<StoredNote sent={null} onMore={null} />, { trackPath: '/track' }),
    stepper: state.tracked === null ? [] : screen(<PaymentPanel tracked={state.tracked} />, { trackPath: '/' }),
    list: transactions.flatMap((transaction) =>
      screen(<TransactionItem key="one" transaction={transaction} />, { trackPath: '/' }),
    ),
    dashboard: screen(<DashboardRow tag={tag} record={record} />, {
      paths: { track: '/', receipt: '/' },
      words: { explorer: words['presale.success.explorer'] },
    }),
    track: pageOf([...headline(trackOf(record), data), ...details(trackOf(record), data)]),
    wallet: pageOf(walletView({ wallet: PAYER, payments: [record], total: 1, pollSeconds: 10 }, data)),
    receipt: record.creditedAt === null ? [] : pageOf(receiptView(receiptOf(record), receiptData(words, tag))),
  };
}

/** The card after the payment was sent and recorded with this answer, and the toast that said so. */
function purchased(answer: PurchaseResponse, words: Words, tag: string) {
  const isDebug = answer.status === 'debug';
  const sent = { type: isDebug ? ('record' as const) : ('hash' as const), run: 1, intent, account: PAYER, hash: HASH };
  const before = [
    { type: 'summary', run: 1, intent, summary: {} } as never,
    { type: 'approve', run: 1 } as const,
    sent,
  ];
  const waiting = before.reduce<PurchaseState>(
    (state, event) => purchaseReducer(state, event, 0).state,
    startAttempt(IDLE, 1, intent),
  );
  const { state, notice } = purchaseReducer(waiting, { type: 'recorded', run: 1, result: answer, quoted: '100' }, 0);
  const text = { ...(notice ?? { key: '' }), text: null };
  const toast = notice === null ? [] : Object.values(toastText(text, words as never, tag));
  return { state, toast };
}

function DashboardRow({ tag, record }: { readonly tag: string; readonly record: PaymentView }) {
  const sums = { usd: { paid: '0' }, tokens: { purchased: '0' } };
  const holdings = { purchases: [record], purchasesTotal: 1, wallet: PAYER, ...sums } as never;
  return <Purchases display={displayFor(tag, false)} holdings={holdings} isOwn={false} />;
}

function trackOf(record: PaymentView): Track {
  const { status, reason, final, confirmations, chainId } = record;
  const done = ['credited', 'needs-review', 'refund-due'].includes(status);
  return {
    ...{ transactionHash: HASH, recorded: true, chainId, status, reason, final, confirmations, required: 6 },
    steps: [
      { key: 'confirmed', state: done || status === 'rejected' ? 'done' : 'current', at: null },
      { key: 'credited', state: status === 'credited' ? 'done' : 'waiting', at: null },
    ],
    ...{ payments: [record], unlisted: 0, sender: null, executedBy: null, replacedBy: null, reference: null },
    ...{ recoverable: false, chains: [], pollSeconds: null },
  };
}

function receiptOf({ status, reason, final, reversals, refundUsd, refundsPaid }: PaymentView): ReceiptResponse {
  const payload = {
    ...{ id: 'x', chainId: 1, transactionHash: HASH, sender: PAYER, recipient: PAYER, token: 'ETH', decimals: 18 },
    ...{ amount: '1', usd: null, price: null, phase: null, tokens: '100', time: '2026-01-01T00:00:00Z' },
    // The refund due at the credit is signed, and stays in the receipt after its payment.
    ...{ blockNumber: null, blockTime: '2026-01-01T00:00:00Z', refundUsd: refundUsd ?? refundsPaid[0]?.usd ?? null },
  };
  return { receipt: { payload, keyId: 'k', signature: 's' }, current: { status, reason, final, reversals } } as never;
}

function receiptData(words: Words, tag: string) {
  const own = {
    ...{
      site: words['site.name'],
      issuer: words['site.name'],
      network: words['wallet.account.network'],
      when: words['dashboard.when'],
      credited: words['track.step.credited'],
      presale: words['verify.presale'],
    },
    ...{
      note: words['presale.success.notInWallet'],
      failed: '',
      unread: '',
      unable: '',
      explorer: '',
      fee: '',
      unmade: '',
    },
  };
  return { texts: words, words: own, tag, verifyPath: '/' };
}
