import { getAddress } from 'viem';
import type { PaymentPlace } from '#src/chain/payment-id.ts';
import { NANO_PER_SYNX, USD_DECIMALS } from '#src/config/sale.ts';
import type { ReceiptPayload, ReceiptResponse } from '#src/contract/receipts.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { creditOf } from '#src/server/platform/records/record-purchase.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

/** A warning that buyers must not overlook (decision 21); a receipt from before the opening goes on stating it. */
const NOTE = 'Credited on this site, not yet in your wallet. Claiming is not live.';
const OPEN_NOTE = 'Credited on this site. Claiming is open, on its page /claim.';
const REVERSED_NOTE = 'Reversed: the block of this payment left the chain. Nothing is credited for it at the moment.';

export interface ReceiptFacts {
  readonly payload: ReceiptPayload;
  readonly current: ReceiptResponse['current'];
}

/** What a receipt states of a payment: credited, or reversed. Null for one that was never credited. */
export async function receiptPayload(
  db: Db,
  presaleAddress: string,
  place: PaymentPlace,
): Promise<ReceiptFacts | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('chain_id', '=', BigInt(place.chainId))
    .where('transaction_hash', '=', place.transactionHash)
    .where('transfer_index', '=', place.transferIndex)
    .executeTakeFirst();
  if (row === undefined) return null;
  const transfers = await db
    .selectFrom('ledger_transfers')
    .select(['id', 'kind', 'sequence', 'created_at'])
    .where('payment_id', '=', row.id)
    .orderBy('sequence', 'desc')
    .execute();
  const credited = row.status === 'credited';
  const transfer = credited
    ? transfers.find(({ kind, sequence }) => kind === 'credit' && sequence === row.sequence)
    : transfers.find(({ kind }) => kind === 'reversal');
  if (transfer === undefined || transfer.sequence === null) return null;
  const { payment, wallet, sequence, ...stated } = creditOf(row);
  return {
    payload: {
      ...{ type: 'synx-purchase-receipt', version: 1, id: payment, ...stated },
      sender: getAddress(wallet as `0x${string}`),
      recipient: getAddress(presaleAddress as `0x${string}`),
      ledgerEntry: { transfer: String(transfer.id), sequence: Number(transfer.sequence) },
      time: isoTime(transfer.created_at),
      ...(credited ? await credit(db, row) : await reversal(db, transfer.id)),
    },
    current: {
      status: row.status,
      reason: row.reason,
      final: row.final === 1n,
      reversals: transfers.filter(({ kind }) => kind === 'reversal').length,
    },
  };
}

/** What a receipt states of a credit besides its public record. */
async function credit(db: Db, row: PaymentRow) {
  const refund = await db
    .selectFrom('refunds')
    .select('usd_micro')
    .where('payment_id', '=', row.id)
    .where('sequence', '=', row.sequence)
    .where('status', '<>', 'void')
    .executeTakeFirst();
  return {
    status: 'credited' as const,
    refundUsd: refund === undefined ? null : formatUnits(BigInt(refund.usd_micro), USD_DECIMALS),
    note: (await isOpen(db)) ? OPEN_NOTE : NOTE,
  };
}

/** Whether the contract of a final list pays by now, by the time of its chain. */
async function isOpen(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('distributors')
    .innerJoin('allocation_batches', 'allocation_batches.id', 'distributors.batch')
    .select(['opens_at', 'chain_time'])
    .where('state', '=', 'final')
    .where('named_at', 'is not', null)
    .where('funded_at', 'is not', null)
    .orderBy('batch', 'desc')
    .executeTakeFirst();
  return row !== undefined && row.chain_time !== null && row.chain_time * 1_000n >= row.opens_at;
}

/** A reversed payment keeps no amounts of its own; the ledger has them. */
async function reversal(db: Db, transfer: bigint) {
  const taken = await db
    .selectFrom('ledger_entries')
    .innerJoin('accounts', 'accounts.id', 'ledger_entries.account_id')
    .select('amount')
    .where('transfer_id', '=', transfer)
    .where('accounts.kind', '=', 'available')
    .executeTakeFirstOrThrow();
  return {
    status: 'reversed' as const,
    coinPrice: null,
    feedRound: null,
    usd: null,
    price: null,
    phase: null,
    allotment: [],
    tokens: String(-taken.amount / NANO_PER_SYNX),
    refundUsd: null,
    note: REVERSED_NOTE,
  };
}
