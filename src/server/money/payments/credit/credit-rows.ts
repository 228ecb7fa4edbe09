import { sql } from 'kysely';
import { isChainId } from '#src/config/chains.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { findToken, type Token } from '#src/config/tokens.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { allot, type PhaseStock, usdValue, VALUE_PER_MICRO, VALUE_SCALE_DECIMALS } from '#src/lib/money/quote.ts';
import type { CreditHandler } from '#src/server/platform/context/credit-handler.ts';
import type { CoinPrice } from '#src/server/platform/context/ready-payment.ts';
import type { PaymentRow, RefundReason } from '#src/server/platform/database/payment-row.ts';
import { rowsOf, sendTogether } from '#src/server/platform/database/statements.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { type CreditTransfer, postCredits } from '../../ledger/accounts.ts';
import { type PhaseStart, phaseIn, phaseStarts } from '../../sale/phase-at.ts';
import { isSoldOut, rollSoldPhases, stockFrom } from '../../sale/sale-clock.ts';
import type { SaleState } from '../../sale/sale-lock.ts';

/** A payment that is ready to be credited; the transaction holds its row. */
export interface Due {
  readonly row: PaymentRow;
  readonly confirmations: bigint;
  readonly coin: CoinPrice;
}

/** The outcome for a payment: its row afterwards, the tokens it got, and the part of its value to refund. */
interface Decision {
  readonly after: PaymentRow;
  readonly credit: CreditTransfer | null;
  readonly refund: { readonly usdMicro: bigint; readonly reason: RefundReason } | null;
}

/** The state of the sale after the decisions so far. */
interface SaleBook {
  readonly sale: SaleState;
  readonly starts: readonly PhaseStart[];
  /** All phases, in order. */
  readonly stock: readonly PhaseStock[];
}

/** The columns that a decision sets. */
const DECIDED = {
  id: 'bigint',
  status: 'text',
  reason: 'text',
  sequence: 'bigint',
  confirmations: 'bigint',
  coin_price_e8: 'bigint',
  feed_round: 'text',
  phase: 'bigint',
  price_micro_usd: 'bigint',
  tokens: 'bigint',
  usd_micro: 'bigint',
  allotment: 'text',
  below_minimum: 'bigint',
  credited_at: 'bigint',
} as const;

export type Outcome = 'credited' | 'refund-due' | 'needs-review';

/**
 * Decides payments in the given order, as if each were alone, and writes all of them with a few statements (decision
 * 7). Each buys from the phase in force at its block's time, out of the stock that the payments before it left. When a
 * phase sells out, the next one starts before the next payment. The caller holds the locks of the sale and the rows.
 * Throws if it cannot decide a payment; the caller must then roll back.
 */
export async function creditRows(
  tx: Tx,
  handlers: readonly CreditHandler[],
  dues: readonly Due[],
  { sale, at }: { readonly sale: SaleState; readonly at: bigint },
): Promise<readonly Outcome[]> {
  if (dues.length === 0) return [];
  let book = await readBook(tx, sale);
  const decisions: Decision[] = [];
  let unposted: CreditTransfer[] = [];
  for (const due of dues) {
    const decision = decidePayment(due, book, at);
    decisions.push(decision);
    if (decision.credit === null) continue;
    unposted.push(decision.credit);
    book = { ...book, stock: without(book.stock, decision.credit) };
    if (!isSoldOut(book.sale.phase, book.stock)) continue;
    await postCredits(tx, unposted, at);
    unposted = [];
    book = await readBook(tx, await rollSoldPhases(tx, book.sale, at));
  }
  await postCredits(tx, unposted, at);
  await writeDecisions(tx, decisions, at);
  const credited = decisions.flatMap(({ after, credit }) => (credit === null ? [] : [after]));
  if (credited.length > 0) for (const handler of handlers) await handler.credited?.(tx, credited, at);
  return decisions.map(({ after }) => after.status as Outcome);
}

async function readBook(tx: Tx, sale: SaleState): Promise<SaleBook> {
  return { sale, starts: await phaseStarts(tx), stock: await stockFrom(tx, 1n) };
}

function without(stock: readonly PhaseStock[], { parts }: CreditTransfer): readonly PhaseStock[] {
  return stock.map((phase) => {
    const taken = parts.find((part) => part.phase === phase.phase)?.amount ?? 0n;
    return { ...phase, remaining: phase.remaining - taken / NANO_PER_SYNX };
  });
}

/** Decides one payment from the state of the sale; writes nothing. */
function decidePayment({ row, confirmations, coin }: Due, { sale, starts, stock }: SaleBook, at: bigint): Decision {
  if (row.block_time === null) throw new RangeError(`payment ${row.id} is in no block`);
  const chainId = Number(row.chain_id);
  const token = isChainId(chainId) && row.token_symbol !== null ? findToken(chainId, row.token_symbol) : undefined;
  if (token === undefined) throw new RangeError(`payment ${row.id} is in an unlisted token`);
  const value = usdValue(BigInt(row.amount), token.decimals, coin.priceE8);
  const common = { ...row, confirmations, coin_price_e8: coin.priceE8, feed_round: coin.round, updated_at: at };
  const sequence = row.sequence + 1n;
  const refundAll = (reason: RefundReason): Decision => ({
    after: { ...common, status: 'refund-due', reason, sequence },
    credit: null,
    refund: { usdMicro: value / VALUE_PER_MICRO, reason },
  });
  const time = row.block_time * 1000n;
  if (sale.closed_at !== null && time > sale.closed_at) return refundAll('sale-over');
  const phase = phaseIn(starts, time);
  const { parts, tokens, unallotted } = allot(
    value,
    stock.filter((candidate) => BigInt(candidate.phase) >= phase),
  );
  const [first] = parts;
  if (first === undefined) {
    if (unallotted > 0n) return refundAll('over-sold');
    return { after: { ...common, status: 'needs-review', reason: 'below-one-token' }, credit: null, refund: null };
  }
  const belowMinimum = isBelowMinimum(token, BigInt(row.amount), value, tokens);
  return {
    after: {
      ...common,
      status: 'credited',
      reason: null,
      sequence,
      phase: BigInt(first.phase),
      price_micro_usd: first.priceMicroUsd,
      tokens,
      usd_micro: (value - unallotted) / VALUE_PER_MICRO,
      allotment: JSON.stringify(parts.map((part) => [part.phase, `${part.priceMicroUsd}`, `${part.tokens}`])),
      below_minimum: belowMinimum ? 1n : 0n,
      credited_at: at,
    },
    credit: {
      payment: { id: row.id, sequence },
      wallet: row.payer,
      parts: parts.map((part) => ({ phase: part.phase, amount: part.tokens * NANO_PER_SYNX })),
    },
    refund: unallotted > 0n ? { usdMicro: unallotted / VALUE_PER_MICRO, reason: 'over-sold' } : null,
  };
}

function isBelowMinimum({ pricing, decimals }: Token, amount: bigint, value: bigint, tokens: bigint): boolean {
  if (tokens < PURCHASE_LIMITS.minimumSynx) return true;
  return pricing === 'feed'
    ? amount < toUnits(PURCHASE_LIMITS.minimumNative, decimals)
    : value < toUnits(PURCHASE_LIMITS.minimumStableUsd, VALUE_SCALE_DECIMALS);
}

/** Writes the decided payments, their refunds and the totals of the sale, but not the ledger. */
async function writeDecisions(tx: Tx, decisions: readonly Decision[], at: bigint): Promise<void> {
  const payments = decisions.map(({ after }) => after);
  const columns = Object.keys(DECIDED).filter((name) => name !== 'id');
  const changes = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
  const credited = decisions.flatMap(({ after, credit }) => (credit === null ? [] : [after]));
  const raised = credited.reduce((sum, { usd_micro: usd }) => sum + (usd ?? 0n), 0n);
  await sendTogether(
    tx,
    sql`update payments set ${sql.join(changes)}, updated_at = ${at}
      from ${rowsOf(tx, DECIDED, payments)} where payments.id = given.id`.compile(tx),
    tx
      .updateTable('sale_state')
      .set({
        raised_micro: sql<bigint>`raised_micro + ${raised}`,
        purchases: sql<bigint>`purchases + ${BigInt(credited.length)}`,
      })
      .where('id', '=', 1n)
      .compile(),
  );
  await addRefunds(tx, decisions, at);
}

async function addRefunds(tx: Tx, decisions: readonly Decision[], at: bigint): Promise<void> {
  const refunds = decisions.flatMap(({ after, refund }) =>
    refund === null ? [] : [{ payment_id: after.id, sequence: after.sequence, ...refund }],
  );
  if (refunds.length === 0) return;
  await tx
    .insertInto('refunds')
    .values(
      refunds.map(({ usdMicro, ...refund }) => ({
        ...refund,
        usd_micro: usdMicro.toString(),
        status: 'due' as const,
        refund_hash: null,
        created_at: at,
      })),
    )
    .execute();
}
