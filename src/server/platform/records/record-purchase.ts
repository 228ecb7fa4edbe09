import { paymentId } from '#src/chain/payment-id.ts';
import { USD_DECIMALS } from '#src/config/sale.ts';
import { storedToken } from '#src/config/tokens.ts';
import type { Credited, Reversed } from '#src/contract/records.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { PaymentRow } from '../database/payment-row.ts';
import type { Tx } from '../database/tables.ts';
import { isoTime } from '../util/iso-time.ts';
import { appendRecords } from './append-record.ts';

/** Decimals of a price feed's answer. */
const FEED_DECIMALS = 8;

/** Records the credits of payments in this order; the rows have their state after the credit. */
export async function recordCredits(tx: Tx, rows: readonly PaymentRow[], at: bigint): Promise<void> {
  const entries = rows.map((row) => entryOf('credited', creditOf(row)));
  await appendRecords(tx, 'purchases', at, entries);
}

/** Records that a payment's credit was reversed; the row has its state before the reversal. */
export async function recordReversal(tx: Tx, row: PaymentRow, sequence: bigint, at: bigint): Promise<void> {
  const { payment, wallet, usd, tokens } = creditOf(row);
  await appendPurchase(tx, 'reversed', { payment, sequence: Number(sequence), wallet, usd, tokens }, at);
}

/** Appends an event of a payment; the same sequence is recorded only once. */
export async function appendPurchase(
  tx: Tx,
  event: 'credited' | 'reversed',
  data: Credited | Reversed,
  at: bigint,
): Promise<void> {
  await appendRecords(tx, 'purchases', at, [entryOf(event, data)]);
}

function entryOf(event: 'credited' | 'reversed', data: Credited | Reversed) {
  const { payment, sequence, wallet } = data;
  return { event, data, subject: payment, wallet, source: `${payment}#${sequence}` };
}

/** The record of a credited payment: the amount paid, the price and the tokens. */
export function creditOf(row: PaymentRow): Credited {
  const token = storedToken(row);
  if (token === undefined) throw new RangeError(`payment ${row.id} is in an unlisted token`);
  const usd = (micro: bigint | null) => (micro === null ? null : formatUnits(micro, USD_DECIMALS));
  const parts = JSON.parse(row.allotment ?? '[]') as [number, string, string][];
  return {
    payment: paymentId(row),
    sequence: Number(row.sequence),
    wallet: row.payer,
    chainId: token.chainId,
    transactionHash: row.transaction_hash,
    transferIndex: Number(row.transfer_index),
    blockNumber: row.block_number === null ? null : Number(row.block_number),
    blockHash: row.block_hash,
    blockTime: row.block_time === null ? null : isoTime(row.block_time * 1000n),
    token: token.symbol,
    tokenAddress: token.address,
    decimals: token.decimals,
    amount: row.amount,
    coinPrice:
      row.feed_round === null || row.coin_price_e8 === null ? null : formatUnits(row.coin_price_e8, FEED_DECIMALS),
    feedRound: row.feed_round,
    usd: usd(row.usd_micro),
    price: usd(row.price_micro_usd),
    phase: row.phase === null ? null : Number(row.phase),
    allotment: parts.map(([phase, price, tokens]) => ({
      phase,
      price: formatUnits(BigInt(price), USD_DECIMALS),
      tokens,
    })),
    tokens: String(row.tokens ?? 0n),
  };
}
