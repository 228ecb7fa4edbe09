import { type ChainId, isChainId } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import type { PaymentRecord } from '#src/contract/payments.ts';
import type { PaymentStatus, PurchaseResponse } from '#src/contract/presale.ts';
import type { Parcel } from '#src/wallet/parcel.ts';

export interface Transaction {
  readonly hash: string;
  readonly chainId: ChainId | null;
  /** Decimal text in whole coins; null where the API does not list the token. */
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
  /** Path of the signed receipt. */
  readonly receipt: string | null;
}

/**
 * The visitor's transactions, newest first: what the API knows of the wallet, and what this browser keeps because the API has
 * not settled it. Of a payment that both know, the API's word stands.
 */
export function mergeTransactions(
  records: readonly PaymentRecord[],
  parcels: readonly Parcel[],
  answers: Readonly<Record<string, PurchaseResponse | undefined>>,
): readonly Transaction[] {
  const known = new Set(records.map(({ transactionHash }) => transactionHash.toLowerCase()));
  const kept = parcels.filter(({ body }) => !known.has(body.transactionHash.toLowerCase()));
  const all = [
    ...records.map(fromRecord),
    ...kept.map((parcel) => fromParcel(parcel, answers[parcel.body.transactionHash])),
  ];
  return all.sort((one, other) => other.at - one.at);
}

function fromRecord(record: PaymentRecord): Transaction {
  const { transactionHash, chainId, paymentAmount, paymentMethod, tokenAmount, createdAt } = record;
  const { status, reason, confirmations, reversals, receipt } = record;
  const coin = nameOf(chainId, paymentMethod);
  const told = { status, reason, confirmations, reversals, receipt };
  return {
    hash: transactionHash,
    chainId,
    amount: paymentAmount,
    coin,
    tokens: tokenAmount,
    at: Date.parse(createdAt),
    ...told,
  };
}

function fromParcel({ body, storedAt }: Parcel, answer: PurchaseResponse | undefined): Transaction {
  const chainId = isChainId(body.chainId) ? body.chainId : null;
  return {
    hash: body.transactionHash,
    chainId,
    amount: body.paymentAmount == null ? null : String(body.paymentAmount),
    coin: nameOf(chainId, body.paymentMethod == null ? null : String(body.paymentMethod)),
    tokens: answer?.tokensAllocated ?? (body.tokenAmount == null ? null : String(body.tokenAmount)),
    status: answer?.status ?? null,
    reason: answer?.reason ?? null,
    confirmations: answer?.confirmations ?? 0,
    reversals: 0,
    at: storedAt,
    receipt: null,
  };
}

function nameOf(chainId: ChainId | null, symbol: string | null): string | null {
  return chainId === null || symbol === null ? symbol : (findToken(chainId, symbol)?.display ?? symbol);
}
