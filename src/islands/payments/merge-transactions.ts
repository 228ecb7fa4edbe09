import { type ChainId, isChainId } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import type { PaymentView } from '#src/contract/payments.ts';
import type { PaymentStatus, PurchaseResponse } from '#src/contract/presale.ts';
import { paymentTime } from '#src/lib/time/format-time.ts';
import { isRefunded } from '#src/purchase/payment-statuses.ts';
import type { PendingPurchase } from '#src/purchase/pending-purchases.ts';

export interface Transaction {
  /** Of the payment, of which a transaction can make several; the hash while no block has it. */
  readonly id: string;
  readonly hash: string;
  readonly chainId: ChainId | null;
  /** Decimal text in whole coins; null if the API does not list the token. */
  readonly amount: string | null;
  readonly coin: string | null;
  /** Whole SYNX, credited or expected. */
  readonly tokens: string | null;
  /** Null: kept in this browser, and the API has not answered yet. */
  readonly status: PaymentStatus | null;
  readonly reason: string | null;
  readonly confirmations: number;
  readonly reversals: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Number of the signed receipt. */
  readonly receipt: string | null;
  /** Dollars that are still due back; null for none. */
  readonly refundUsd: string | null;
  /** Everything due back has been refunded. */
  readonly refunded: boolean;
  /** The token paid is not one that the API lists; otherwise a missing amount is not known yet. */
  readonly unlisted: boolean;
  /** It replaced another one in the wallet (sped up, changed). */
  readonly replaces: boolean;
  /** Hash of its replacement, if the list itself does not contain that one. */
  readonly replacedBy: string | null;
}

/** The API's payments and those that only this browser keeps, newest first; a replaced one is told at its successor. */
export function mergeTransactions(
  payments: readonly PaymentView[],
  pending: readonly PendingPurchase[],
  answers: Readonly<Record<string, PurchaseResponse | undefined>>,
): readonly Transaction[] {
  const known = new Set(payments.map(({ transactionHash }) => transactionHash.toLowerCase()));
  const kept = pending.filter(({ body }) => !known.has(body.transactionHash.toLowerCase()));
  const all = [...payments.map(fromView), ...kept.map((each) => fromPending(each, answers[each.body.transactionHash]))];
  const listed = new Set(all.map(({ hash }) => hash.toLowerCase()));
  const isFolded = ({ replacedBy }: Transaction) => replacedBy !== null && listed.has(replacedBy.toLowerCase());
  const successors = new Set(all.filter(isFolded).map(({ replacedBy }) => replacedBy?.toLowerCase()));
  return all
    .filter((each) => !isFolded(each))
    .map((each) => (successors.has(each.hash.toLowerCase()) ? { ...each, replaces: true } : each))
    .sort((one, other) => other.at - one.at);
}

function fromView(payment: PaymentView): Transaction {
  const { transactionHash, chainId, paymentAmount, paymentMethod, tokenAmount } = payment;
  const { status, reason, confirmations, reversals, replacedBy } = payment;
  const receipt = payment.receipt === null ? null : payment.id;
  const coin = nameOf(chainId, paymentMethod);
  const told = { status, reason, confirmations, reversals, receipt, replacedBy: replacedBy ?? null };
  return {
    id: payment.id ?? transactionHash,
    hash: transactionHash,
    chainId,
    amount: paymentAmount,
    coin,
    tokens: tokenAmount,
    at: Date.parse(paymentTime(payment)),
    refundUsd: payment.refundUsd,
    refunded: status === 'refund-due' && isRefunded([payment]),
    unlisted: payment.paymentBaseUnits !== null && paymentMethod === null,
    replaces: false,
    ...told,
  };
}

function fromPending({ body, storedAt, replaces }: PendingPurchase, answer: PurchaseResponse | undefined): Transaction {
  const chainId = answer?.chainId ?? (isChainId(body.chainId) ? body.chainId : null);
  const amount = answer?.paymentAmount ?? body.paymentAmount;
  const symbol = answer?.paymentMethod ?? body.paymentMethod;
  return {
    id: body.transactionHash,
    hash: body.transactionHash,
    chainId,
    amount: amount == null ? null : String(amount),
    coin: nameOf(chainId, symbol == null ? null : String(symbol)),
    tokens: answer?.tokensAllocated ?? (body.tokenAmount == null ? null : String(body.tokenAmount)),
    status: answer?.status ?? null,
    reason: answer?.reason ?? null,
    confirmations: answer?.confirmations ?? 0,
    reversals: 0,
    at: storedAt,
    receipt: null,
    refundUsd: answer?.refundUsd ?? null,
    refunded: false,
    unlisted: false,
    replaces: replaces !== undefined,
    replacedBy: answer?.replacedBy ?? null,
  };
}

function nameOf(chainId: ChainId | null, symbol: string | null): string | null {
  return chainId === null || symbol === null ? symbol : (findToken(chainId, symbol)?.display ?? symbol);
}
