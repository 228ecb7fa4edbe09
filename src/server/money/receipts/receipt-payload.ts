import { getAddress } from 'viem';
import { type PaymentPlace, paymentId } from '#src/chain/payment-id.ts';
import { isChainId } from '#src/config/chains.ts';
import { NANO_PER_SYNX, USD_DECIMALS } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import type { ReceiptPayload, ReceiptResponse } from '#src/contract/receipts.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

const FEED_DECIMALS = 8;
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
  const entry = { id: transfer.id, sequence: transfer.sequence, at: transfer.created_at };
  return {
    payload: {
      ...common(row, presaleAddress, entry),
      ...(credited ? await credit(db, row) : await reversal(db, entry)),
    },
    current: {
      status: row.status,
      reason: row.reason,
      final: row.final === 1n,
      reversals: transfers.filter(({ kind }) => kind === 'reversal').length,
    },
  };
}

interface LedgerEvent {
  readonly id: bigint;
  readonly sequence: bigint;
  readonly at: bigint;
}

function common(row: PaymentRow, presaleAddress: string, entry: LedgerEvent) {
  const chainId = Number(row.chain_id);
  const token = isChainId(chainId) && row.token_symbol !== null ? findToken(chainId, row.token_symbol) : undefined;
  if (!isChainId(chainId) || token === undefined) throw new RangeError(`payment ${row.id} is in an unlisted token`);
  return {
    type: 'synx-purchase-receipt',
    version: 1,
    id: paymentId(row),
    chainId,
    transactionHash: row.transaction_hash,
    transferIndex: Number(row.transfer_index),
    blockNumber: row.block_number === null ? null : Number(row.block_number),
    blockHash: row.block_hash,
    blockTime: row.block_time === null ? null : isoTime(row.block_time * 1000n),
    sender: getAddress(row.payer as `0x${string}`),
    recipient: getAddress(presaleAddress as `0x${string}`),
    token: token.symbol,
    tokenAddress: token.address,
    decimals: token.decimals,
    amount: row.amount,
    ledgerEntry: { transfer: String(entry.id), sequence: Number(entry.sequence) },
    time: isoTime(entry.at),
  } as const;
}

async function credit(db: Db, row: PaymentRow) {
  const refund = await db
    .selectFrom('refunds')
    .select('usd_micro')
    .where('payment_id', '=', row.id)
    .where('sequence', '=', row.sequence)
    .where('status', '<>', 'void')
    .executeTakeFirst();
  const parts = JSON.parse(row.allotment ?? '[]') as [number, string, string][];
  const usd = (micro: bigint) => formatUnits(micro, USD_DECIMALS);
  return {
    status: 'credited' as const,
    coinPrice: row.feed_round === null ? null : formatUnits(row.coin_price_e8 ?? 0n, FEED_DECIMALS),
    feedRound: row.feed_round,
    usd: usd(row.usd_micro ?? 0n),
    price: usd(row.price_micro_usd ?? 0n),
    phase: Number(row.phase ?? 0n),
    allotment: parts.map(([phase, price, tokens]) => ({ phase, price: usd(BigInt(price)), tokens })),
    tokens: String(row.tokens ?? 0n),
    refundUsd: refund === undefined ? null : usd(BigInt(refund.usd_micro)),
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
async function reversal(db: Db, entry: LedgerEvent) {
  const taken = await db
    .selectFrom('ledger_entries')
    .innerJoin('accounts', 'accounts.id', 'ledger_entries.account_id')
    .select('amount')
    .where('transfer_id', '=', entry.id)
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
