import { isChainId } from '#src/config/chains.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { NANO_PER_SYNX, PHASES } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { allot, type PhaseStock, usdValue, VALUE_PER_MICRO, VALUE_SCALE_DECIMALS } from '#src/lib/money/quote.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { CreditHandler } from '../../context/credit-handler.ts';
import type { PaymentRow, RefundReason } from '../../database/payment-row.ts';
import type { Db, Tx } from '../../database/tables.ts';
import { balanceOf } from '../../ledger/balance-of.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { CoinPrice } from '../../sale/coin-price.ts';
import { phaseAt } from '../../sale/phase-at.ts';
import { advanceWindows, phaseOf, rollSoldPhases } from '../../sale/sale-clock.ts';
import { lockSale, type SaleState } from '../../sale/sale-lock.ts';

/**
 * Credits one verified payment in one transaction, or finds that nothing is left to give for it: allots in crediting
 * order from the phase in force at the block's time, writes the ledger, the refund due for a rest, and the payment.
 * Does nothing (returns false) when the payment is no longer confirming in exactly that block, so any number of callers
 * may race (S2, S14).
 */
export async function creditPayment(
  { db, creditHandlers }: Pick<AppContext, 'db' | 'creditHandlers'>,
  payment: { readonly id: bigint; readonly blockHash: string },
  confirmations: bigint,
  coin: CoinPrice,
  now: number,
): Promise<boolean> {
  const at = BigInt(now);
  return db.transaction().execute(async (tx) => {
    const sale = await advanceWindows(tx, await lockSale(tx), at);
    // Reading it by an UPDATE locks its row: nobody else can fail it or move it to another block before this commits.
    const row = await tx
      .updateTable('payments')
      .set({ updated_at: at })
      .where('id', '=', payment.id)
      .where('status', '=', 'confirming')
      .where('block_hash', '=', payment.blockHash)
      .where('final', '=', 0n)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return false;
    await creditRow(tx, creditHandlers, sale, row, confirmations, coin, at);
    return true;
  });
}

/**
 * Credits a payment that two members of staff decided to credit: out of review, in a block that is final. Returns
 * needs-review, and credits nothing, if it is worth less than one SYNX or is not in review in a final block.
 */
export async function creditReviewed(
  tx: Tx,
  handlers: readonly CreditHandler[],
  id: bigint,
  coin: CoinPrice,
  now: number,
): Promise<'credited' | 'refund-due' | 'needs-review'> {
  const at = BigInt(now);
  const sale = await advanceWindows(tx, await lockSale(tx), at);
  const row = await tx
    .updateTable('payments')
    .set({ updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'needs-review')
    .where('final', '=', 1n)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? 'needs-review' : creditRow(tx, handlers, sale, row, row.confirmations, coin, at);
}

/** A payment whose row and whose sale this transaction holds, with its value. */
interface Due {
  readonly tx: Tx;
  readonly handlers: readonly CreditHandler[];
  readonly sale: SaleState;
  readonly row: PaymentRow;
  /** Of the credit or of the refund, whichever results. */
  readonly sequence: bigint;
  readonly at: bigint;
  readonly token: NonNullable<ReturnType<typeof findToken>>;
  /** In 10^-26 USD. */
  readonly value: bigint;
  /** The fields stored with the payment in every outcome. */
  readonly common: Partial<PaymentRow>;
}

/** Needs the lock of the sale and of the payment's row. */
async function creditRow(
  tx: Tx,
  handlers: readonly CreditHandler[],
  sale: SaleState,
  row: PaymentRow,
  confirmations: bigint,
  coin: CoinPrice,
  at: bigint,
): Promise<'credited' | 'refund-due' | 'needs-review'> {
  if (row.block_time === null) throw new RangeError(`payment ${row.id} is in no block`);
  const chainId = Number(row.chain_id);
  const token = isChainId(chainId) && row.token_symbol !== null ? findToken(chainId, row.token_symbol) : undefined;
  if (token === undefined) throw new RangeError(`payment ${row.id} is in an unlisted token`);
  const value = usdValue(BigInt(row.amount), token.decimals, coin.priceE8);
  const common = { confirmations, coin_price_e8: coin.priceE8, feed_round: coin.round, updated_at: at };
  const due: Due = { tx, handlers, sale, row, sequence: row.sequence + 1n, at, token, value, common };
  if (sale.closed_at !== null && row.block_time * 1000n > sale.closed_at) return refundAll(due, 'sale-over');
  const allotment = allot(value, await stockFrom(tx, await phaseAt(tx, row.block_time * 1000n)));
  const [first] = allotment.parts;
  if (first !== undefined) return creditAllotment(due, allotment, first);
  if (allotment.unallotted > 0n) return refundAll(due, 'over-sold');
  await setPayment(due, { status: 'needs-review', reason: 'below-one-token' });
  return 'needs-review';
}

/** Writes the ledger, the payment and the sale's totals, and calls the handlers. */
async function creditAllotment(
  due: Due,
  allotment: ReturnType<typeof allot>,
  first: ReturnType<typeof allot>['parts'][number],
): Promise<'credited'> {
  const { tx, handlers, sale, row, sequence, at, token, value, common } = due;
  await postTransfer(tx, { kind: 'credit', payment: { id: row.id, sequence }, at }, [
    ...allotment.parts.map((part) => ({
      kind: 'sale' as const,
      owner: String(part.phase),
      amount: -part.tokens * NANO_PER_SYNX,
    })),
    { kind: 'available', owner: row.payer, amount: allotment.tokens * NANO_PER_SYNX },
  ]);
  const usdMicro = (value - allotment.unallotted) / VALUE_PER_MICRO;
  const isNative = token.address === null;
  const belowMinimum = isBelowMinimum(isNative, BigInt(row.amount), token.decimals, value, allotment.tokens);
  if (allotment.unallotted > 0n) await addRefund(due, allotment.unallotted, 'over-sold');
  const credited = {
    status: 'credited' as const,
    reason: null,
    sequence,
    phase: BigInt(first.phase),
    price_micro_usd: first.priceMicroUsd,
    tokens: allotment.tokens,
    usd_micro: usdMicro,
    allotment: JSON.stringify(
      allotment.parts.map((part) => [part.phase, part.priceMicroUsd.toString(), part.tokens.toString()]),
    ),
    below_minimum: belowMinimum ? 1n : 0n,
    credited_at: at,
  };
  await setPayment(due, credited);
  await tx
    .updateTable('sale_state')
    .set({ raised_micro: sale.raised_micro + usdMicro, purchases: sale.purchases + 1n })
    .where('id', '=', 1n)
    .execute();
  await rollSoldPhases(tx, sale, at);
  for (const handler of handlers) await handler.credited?.(tx, { ...row, ...common, ...credited }, at);
  return 'credited';
}

async function refundAll(due: Due, reason: RefundReason): Promise<'refund-due'> {
  await addRefund(due, due.value, reason);
  await setPayment(due, { status: 'refund-due', reason, sequence: due.sequence });
  return 'refund-due';
}

/** `usd` in 10^-26 USD. */
async function addRefund({ tx, row, sequence, at }: Due, usd: bigint, reason: RefundReason): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      payment_id: row.id,
      sequence,
      usd_micro: (usd / VALUE_PER_MICRO).toString(),
      reason,
      status: 'due',
      refund_hash: null,
      created_at: at,
    })
    .execute();
}

async function setPayment({ tx, row, common }: Due, values: Partial<PaymentRow>): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...common, ...values })
    .where('id', '=', row.id)
    .execute();
}

/** The remaining stock of each phase from `phase` on, in the order of the sale, in whole SYNX. */
export async function stockFrom(db: Db | Tx, phase: bigint): Promise<readonly PhaseStock[]> {
  const stock: PhaseStock[] = [];
  for (const candidate of PHASES) {
    if (BigInt(candidate.phase) < phase) continue;
    const left = await balanceOf(db, 'sale', String(candidate.phase));
    stock.push({
      phase: candidate.phase,
      priceMicroUsd: phaseOf(candidate.phase).priceMicroUsd,
      remaining: left / NANO_PER_SYNX,
    });
  }
  return stock;
}

function isBelowMinimum(native: boolean, amount: bigint, decimals: number, value: bigint, tokens: bigint): boolean {
  if (tokens < PURCHASE_LIMITS.minimumSynx) return true;
  return native
    ? amount < toUnits(PURCHASE_LIMITS.minimumNative, decimals)
    : value < toUnits(PURCHASE_LIMITS.minimumStableUsd, VALUE_SCALE_DECIMALS);
}
