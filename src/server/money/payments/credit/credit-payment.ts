import { sql } from 'kysely';
import { isBelowMinimum } from '#src/config/holding-terms.ts';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { storedToken } from '#src/config/tokens.ts';
import { allot, type PhaseStock, usdValue, VALUE_PER_MICRO } from '#src/lib/money/quote.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type {
  CoinPrice,
  CreditHandler,
  ReadyPayment,
  VerifiedPayment,
} from '#src/server/platform/context/crediting.ts';
import { isStorageOutage } from '#src/server/platform/database/database-error.ts';
import type { PaymentRow, RefundReason } from '#src/server/platform/database/payment-row.ts';
import { sharedCommits } from '#src/server/platform/database/shared-writes.ts';
import { rowsOf, sendTogether } from '#src/server/platform/database/statements.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { postTransfers, type Transfer } from '../../ledger/accounts.ts';
import { advanceWindows, isSoldOut, rollSoldPhases } from '../../sale/sale-clock.ts';
import { lockSale, type PhaseStart, phaseIn, phaseStarts, type SaleState, stockFrom } from '../../sale/sale-state.ts';

/** Credits in one commit: enough for any rush, and few enough that nobody waits long for the lock on the sale. */
const AT_ONCE = 100;

type Parts = Pick<AppContext, 'db' | 'creditHandlers' | 'isLedgerBalanced'>;

/**
 * Creates this process's credit queue. The returned function credits a verified payment, or records a refund if no
 * tokens are left for it. One transaction allots tokens from the phase in force at the block's time and writes the
 * ledger, the refund and the payment. Payments that become ready meanwhile share the next transaction, in call order;
 * each call resolves after its commit. Returns false without effect unless the payment is still confirming in exactly
 * that block, so any number of callers may race (S2, S14).
 */
export function createCreditQueue(parts: Parts): AppContext['creditPayment'] {
  const commit = (take: () => readonly ReadyPayment[]) => creditTogether(parts, take);
  return sharedCommits({ most: AT_ONCE, commit, concernsAll: isStorageOutage });
}

/** Credits payments in one transaction, in order; tells for each whether it was still confirming in its block. */
function creditTogether(
  { db, creditHandlers, isLedgerBalanced }: Parts,
  take: () => readonly ReadyPayment[],
): Promise<readonly boolean[]> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockSale(tx);
    const batch = take();
    // A recount may have found a break since these payments were verified: they wait for the next one (G12).
    if (!isLedgerBalanced()) return batch.map(() => false);
    const at = BigInt(Math.max(...batch.map(({ now }) => now)));
    const sale = await advanceWindows(tx, locked, at);
    const rows = new Map((await lockRows(tx, batch)).map((row) => [row.id, row]));
    const dues: Due[] = [];
    const decided = batch.map(({ id, blockHash, confirmations, coin }) => {
      const row = rows.get(id);
      if (row?.block_hash !== blockHash) return false;
      // The same payment from another caller in this batch gets false.
      rows.delete(id);
      dues.push({ row, confirmations, coin });
      return true;
    });
    await creditRows(tx, creditHandlers, dues, { sale, at });
    return decided;
  });
}

/** Locks the rows that are still confirming in their block, in one order, so that two transactions cannot deadlock. */
async function lockRows(tx: Tx, batch: readonly VerifiedPayment[]): Promise<readonly PaymentRow[]> {
  const given = batch.map(({ id, blockHash }) => ({ payment: id, block: blockHash }));
  const columns = { payment: 'bigint', block: 'text' } as const;
  return tx
    .selectFrom('payments')
    .selectAll()
    .where(sql<boolean>`(id, block_hash) in (select payment, block from ${rowsOf(tx, columns, given)})`)
    .where('status', '=', 'confirming')
    .where('final', '=', 0n)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Credits a payment in review for two members of staff; `needs-review` if it buys nothing, or is not final. */
export async function creditReviewed(
  tx: Tx,
  handlers: readonly CreditHandler[],
  { id, coin, now }: Pick<ReadyPayment, 'id' | 'coin' | 'now'>,
): Promise<Outcome> {
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
  if (row === undefined) return 'needs-review';
  const [outcome] = await creditRows(tx, handlers, [{ row, confirmations: row.confirmations, coin }], { sale, at });
  return outcome ?? 'needs-review';
}

/** A payment that is ready to be credited; the transaction holds its row. */
export interface Due {
  readonly row: PaymentRow;
  readonly confirmations: bigint;
  readonly coin: CoinPrice;
}

/** The outcome for a payment: its row afterwards, the tokens it got, and the part of its value to refund. */
interface Decision {
  readonly after: PaymentRow;
  readonly credit: Transfer | null;
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
  let unposted: Transfer[] = [];
  for (const due of dues) {
    const decision = decidePayment(due, book, at);
    decisions.push(decision);
    if (decision.credit === null) continue;
    unposted.push(decision.credit);
    book = { ...book, stock: without(book.stock, decision.credit) };
    if (!isSoldOut(book.sale.phase, book.stock)) continue;
    await postTransfers(tx, unposted, at);
    unposted = [];
    book = await readBook(tx, await rollSoldPhases(tx, book.sale, at));
  }
  await postTransfers(tx, unposted, at);
  await writeDecisions(tx, decisions, at);
  const credited = decisions.flatMap(({ after, credit }) => (credit === null ? [] : [after]));
  if (credited.length > 0) for (const handler of handlers) await handler.credited?.(tx, credited, at);
  return decisions.map(({ after }) => after.status as Outcome);
}

async function readBook(tx: Tx, sale: SaleState): Promise<SaleBook> {
  return { sale, starts: await phaseStarts(tx), stock: await stockFrom(tx, 1n) };
}

function without(stock: readonly PhaseStock[], { entries }: Transfer): readonly PhaseStock[] {
  return stock.map((phase) => {
    const moved = entries.find(({ kind, owner }) => kind === 'sale' && owner === String(phase.phase))?.amount ?? 0n;
    return { ...phase, remaining: phase.remaining + moved / NANO_PER_SYNX };
  });
}

/** Decides one payment from the state of the sale; writes nothing. */
function decidePayment({ row, confirmations, coin }: Due, { sale, starts, stock }: SaleBook, at: bigint): Decision {
  if (row.block_time === null) throw new RangeError(`payment ${row.id} is in no block`);
  const token = storedToken(row);
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
      kind: 'credit',
      payment: { id: row.id, sequence },
      entries: [
        { kind: 'available', owner: row.payer, amount: tokens * NANO_PER_SYNX },
        ...parts.map(({ phase: of, tokens: taken }) => ({
          kind: 'sale' as const,
          owner: String(of),
          amount: -taken * NANO_PER_SYNX,
        })),
      ],
    },
    refund: unallotted > 0n ? { usdMicro: unallotted / VALUE_PER_MICRO, reason: 'over-sold' } : null,
  };
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
