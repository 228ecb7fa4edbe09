import { paymentId } from '#src/chain/payment-id.ts';
import { isChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS, USD_DECIMALS } from '#src/config/sale.ts';
import { storedToken } from '#src/config/tokens.ts';
import type { PaymentView } from '#src/contract/payments.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { PaymentRow, PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import { chunked } from '#src/server/platform/database/statements.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { standing } from '../find/find-payments.ts';

/** The public view of payments in the given order, with their due refunds and how often each was reversed. */
export async function paymentViews(db: Db, rows: readonly PaymentRow[]): Promise<readonly PaymentView[]> {
  const ids = rows.map(({ id }) => id);
  const refundsOf = chunked(ids, (slice) =>
    db
      .selectFrom('refunds')
      .select(['payment_id', 'usd_micro', 'status', 'refund_hash'])
      .where('payment_id', 'in', slice)
      .where('status', 'in', ['due', 'paid'])
      .orderBy('id')
      .execute(),
  );
  const reversalsOf = chunked(ids, (slice) =>
    db
      .selectFrom('ledger_transfers')
      .select('payment_id')
      .where('payment_id', 'in', slice)
      .where('kind', '=', 'reversal')
      .execute(),
  );
  const [refunds, reversals] = await Promise.all([refundsOf, reversalsOf]);
  const due = new Map<bigint, bigint>();
  const paid = new Map<bigint, PaymentView['refundsPaid']>();
  for (const { payment_id: id, usd_micro: usd, status, refund_hash: transactionHash } of refunds) {
    if (status === 'due') due.set(id, (due.get(id) ?? 0n) + BigInt(usd));
    else if (transactionHash !== null)
      paid.set(id, [...(paid.get(id) ?? []), { usd: formatUnits(BigInt(usd), USD_DECIMALS), transactionHash }]);
  }
  const reversed = new Map<bigint, number>();
  for (const { payment_id: id } of reversals) if (id !== null) reversed.set(id, (reversed.get(id) ?? 0) + 1);
  return Promise.all(
    rows.map(async (row) => ({
      ...view(row, due.get(row.id) ?? null, reversed.get(row.id) ?? 0),
      ...(await standing(db, row, row.payer)),
      refundsPaid: paid.get(row.id) ?? [],
    })),
  );
}

function view(row: PaymentRow, due: bigint | null, reversals: number): Omit<PaymentView, 'refundsPaid' | 'status'> {
  const chainId = Number(row.chain_id);
  if (!isChainId(chainId)) throw new RangeError(`payment ${row.id} is on an unknown chain`);
  const token = storedToken(row);
  const credited = row.status === 'credited';
  const id = paymentId(row);
  return {
    ...NO_AMOUNTS,
    id,
    chainId,
    transactionHash: row.transaction_hash,
    safeTxHash: row.safe_tx_hash,
    payer: row.payer,
    paymentMethod: row.token_symbol,
    tokenAddress: row.token_address,
    paymentAmount: token === undefined ? null : formatUnits(BigInt(row.amount), token.decimals),
    paymentBaseUnits: row.amount,
    ...(credited
      ? {
          usdAmount: formatUnits(row.usd_micro ?? 0n, USD_DECIMALS),
          tokenAmount: String(row.tokens ?? 0n),
          price: formatUnits(row.price_micro_usd ?? 0n, USD_DECIMALS),
          phase: Number(row.phase ?? 0n),
        }
      : {}),
    refundUsd: due === null ? null : formatUnits(due, USD_DECIMALS),
    reason: row.reason,
    final: row.final === 1n,
    belowMinimum: row.below_minimum === 1n,
    reversals,
    confirmations: Number(row.confirmations),
    block: row.block_number === null ? null : Number(row.block_number),
    createdAt: isoTime(row.first_seen_at),
    paidAt: row.block_time === null ? null : isoTime(row.block_time * 1000n),
    creditedAt: credited && row.credited_at !== null ? isoTime(row.credited_at) : null,
    receipt: credited || reversals > 0 ? `/api/receipts/${id}` : null,
  };
}

/** The public view of a posted hash that is in no block, or that paid nothing. */
export async function postedHashView(db: Db, row: PostedHashRow): Promise<PaymentView> {
  const { status, replacedBy } = await standing(db, row, row.wallet);
  const chainId = Number(row.chain_id ?? row.chain_hint);
  return {
    ...NO_AMOUNTS,
    refundsPaid: [],
    id: null,
    safeTxHash: null,
    chainId: isChainId(chainId) ? chainId : null,
    transactionHash: row.transaction_hash,
    status: status === 'confirming' ? 'processing' : status,
    replacedBy,
    reason: row.reason,
    createdAt: isoTime(row.created_at),
  };
}

/** What is not known of a payment before it is credited. */
export const NO_AMOUNTS = {
  payer: null,
  paymentMethod: null,
  tokenAddress: null,
  paymentAmount: null,
  paymentBaseUnits: null,
  usdAmount: null,
  tokenAmount: null,
  price: null,
  phase: null,
  refundUsd: null,
  replacedBy: null,
  final: false,
  belowMinimum: false,
  reversals: 0,
  confirmations: 0,
  required: REQUIRED_CONFIRMATIONS,
  block: null,
  creditedAt: null,
  receipt: null,
} as const;
