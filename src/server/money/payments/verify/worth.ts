import { sql } from 'kysely';
import type { ChainId } from '#src/config/chains.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { PHASES, USD_DECIMALS } from '#src/config/sale.ts';
import { findTokenAt, storedToken } from '#src/config/tokens.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { STABLE_PRICE_E8, usdValue, VALUE_PER_MICRO } from '#src/lib/money/quote.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { HAS_ARRIVED, hasArrived } from '../find/arrived.ts';

/** Far more than anything is worth, and still fits into the database's integer. */
const MAX_MICRO = 10n ** 18n - 1n;
const COIN_DECIMALS = 18;
const BROUGHT_NOTHING: readonly PaymentStatus[] = ['failed', 'rejected', 'replaced', 'cancelled', 'expired'];
/** Payments that get their value in one pass over a chain. */
const PER_PASS = 200;

/** Staff see payments from this value on one by one; one alarm counts the smaller ones. In micro-dollars. */
export const NOTABLE_MICRO = 100_000_000n;

/** The lowest price of one SYNX, in micro-dollars. */
const ONE_SYNX_MICRO = PHASES[0].priceMicroUsd;

/** Whether a payment in review is worth less than one SYNX: anybody can create any number of them. */
export const IS_SMALL = isWorthLess(ONE_SYNX_MICRO);

/** Whether a payment is worth less than `micro`; one without a value counts as worth it. */
function isWorthLess(micro: bigint) {
  return sql<boolean>`(coalesce(payments.reason, '') = 'below-one-token'
    or coalesce(payments.worth_micro, ${micro}) < ${micro})`;
}

/** Coins (wei) in micro-dollars at the last price, however old: for an order, never for a credit. Null without one. */
export async function coinWorth(db: Db | Tx, chainId: ChainId, amount: bigint): Promise<bigint | null> {
  const priceE8 = await lastPrice(db, BigInt(chainId));
  return priceE8 === null ? null : microOf(amount, COIN_DECIMALS, priceE8);
}

/** The same for a payment; a stablecoin counts as one dollar, an unlisted token as nothing. */
export async function paymentWorth(
  db: Db | Tx,
  row: Pick<PaymentRow, 'chain_id' | 'token_symbol' | 'amount'>,
): Promise<bigint | null> {
  const token = storedToken(row);
  if (token === undefined) return null;
  const priceE8 = token.pricing === 'feed' ? await lastPrice(db, row.chain_id) : STABLE_PRICE_E8;
  return priceE8 === null ? null : microOf(BigInt(row.amount), token.decimals, priceE8);
}

/** What a payment has brought, as far as its row tells without a coin's price, in micro-dollars. */
export function arrivedWorth(row: PaymentRow): bigint {
  if (BROUGHT_NOTHING.includes(row.status) || !hasArrived(row)) return 0n;
  if (row.usd_micro !== null) return row.usd_micro;
  const token = storedToken(row);
  // What is not sold for goes back to whoever sent it.
  if (token?.accepted !== true) return 0n;
  const dollars = token.pricing === 'dollar' ? microOf(BigInt(row.amount), token.decimals, STABLE_PRICE_E8) : 0n;
  return row.worth_micro ?? dollars;
}

/** Values payments in review whose price was unknown when they got there; skips amounts that have not arrived. */
export async function valuePayments(db: Db, chainId: ChainId): Promise<void> {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'chain_id', 'token_symbol', 'amount'])
    .where('chain_id', '=', BigInt(chainId))
    // The partial index covers exactly this status, so it must appear literally in the statement.
    .where('status', '=', sql.lit('needs-review'))
    .where('worth_micro', 'is', null)
    .where('token_symbol', 'is not', null)
    .where(HAS_ARRIVED)
    .limit(PER_PASS)
    .execute();
  if (rows.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const row of rows) {
      const worth = await paymentWorth(tx, row);
      if (worth === null) continue;
      await tx
        .updateTable('payments')
        .set({ worth_micro: worth })
        .where('id', '=', row.id)
        .where('amount', '=', row.amount)
        .execute();
    }
  });
}

/** The last read price of a chain's coin in 10^-8 USD, however old; null before the first. */
export async function lastPrice(db: Db | Tx, chainId: bigint): Promise<bigint | null> {
  const row = await db.selectFrom('feed_prices').select('price_e8').where('chain_id', '=', chainId).executeTakeFirst();
  return row?.price_e8 ?? null;
}

/** The value of base units in micro-dollars, at most what the database can hold. */
export function microOf(amount: bigint, decimals: number, priceE8: bigint): bigint {
  const micro = usdValue(amount, decimals, priceE8) / VALUE_PER_MICRO;
  return micro < MAX_MICRO ? micro : MAX_MICRO;
}

/** The least of a stablecoin that the page lets anybody pay, in micro-dollars: flooding what is worth more is dear. */
export const MINIMUM_MICRO = toUnits(PURCHASE_LIMITS.minimumStableUsd, USD_DECIMALS);

export const IS_BELOW_MINIMUM = isWorthLess(MINIMUM_MICRO);

/**
 * By a transaction's value: from NOTABLE_MICRO, from the minimum purchase, unknown, less. A flood delays its own kind
 * alone. Flooding the first two costs the price of the tokens, the others gas, so that these are read last.
 */
export const QUEUES = [0n, 1n, 2n, 3n] as const;
export type Queue = (typeof QUEUES)[number];
export const UNKNOWN_QUEUE: Queue = QUEUES[2];
export const DUST_QUEUE: Queue = QUEUES[3];
/** From the minimum purchase on. */
export const VALUED_QUEUES: readonly Queue[] = QUEUES.slice(0, 2);
/** From the minimum purchase on, and of unknown value. */
export const DEAR_QUEUES: readonly Queue[] = QUEUES.slice(0, 3);

/** For transactions that too few sources name: one queue per source, which no other can fill. */
export const FIRST_LONE_QUEUE = 4n;

/** What a transaction transfers, in base units; `token` is null for coins. */
type Moved = readonly { readonly token: string | null; readonly amount: bigint }[];

/**
 * By the mean value of its transfers: one dear transfer lifts no thousands of cheap ones. Unknown without the coin's
 * last price, or a transfer that the block shows (a Safe's); unlisted tokens are worth nothing.
 */
export function queueOf(chainId: ChainId, transfers: Moved, coinE8: bigint | null): Queue {
  if (transfers.length === 0) return UNKNOWN_QUEUE;
  let sum = 0n;
  for (const { token, amount } of transfers) {
    const listed = findTokenAt(chainId, token);
    if (listed === undefined) continue;
    const priceE8 = listed.pricing === 'feed' ? coinE8 : STABLE_PRICE_E8;
    if (priceE8 === null) return UNKNOWN_QUEUE;
    sum += microOf(amount, listed.decimals, priceE8);
  }
  const mean = sum / BigInt(transfers.length);
  return mean >= NOTABLE_MICRO ? QUEUES[0] : mean >= MINIMUM_MICRO ? QUEUES[1] : DUST_QUEUE;
}
