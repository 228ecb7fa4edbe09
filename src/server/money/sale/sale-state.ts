import { type Selectable, sql } from 'kysely';
import { NANO_PER_SYNX, PHASES } from '#src/config/sale.ts';
import type { PhaseStock } from '#src/lib/money/quote.ts';
import type { Db, Tables, Tx } from '#src/server/platform/database/tables.ts';

export type SaleState = Selectable<Tables['sale_state']>;

/** Locks the sale, so that tokens and phases move one at a time. Lock order: sale, reward totals, accounts. */
export async function lockSale(tx: Tx): Promise<SaleState> {
  return tx
    .updateTable('sale_state')
    .set({ version: sql<bigint>`version + 1` })
    .where('id', '=', 1n)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the row of reward totals for this transaction: after the sale's row, before any account. */
export async function lockRewards(tx: Tx): Promise<void> {
  await tx.updateTable('reward_totals').set({ id: 1n }).where('id', '=', 1n).returning('id').executeTakeFirstOrThrow();
}

/** The number of the phase on sale. */
export async function currentPhase(db: Db | Tx): Promise<bigint> {
  const { phase } = await db.selectFrom('sale_state').select('phase').where('id', '=', 1n).executeTakeFirstOrThrow();
  return phase;
}

/** The table row of a phase. Throws RangeError for a phase that the sale does not have. */
export function phaseOf(phase: bigint | number): (typeof PHASES)[number] {
  const found = PHASES.find((candidate) => BigInt(candidate.phase) === BigInt(phase));
  if (found === undefined) throw new RangeError(`the sale has no phase ${phase}`);
  return found;
}

/** The remaining stock of each phase from `phase` on, in the order of the sale, in whole SYNX. */
export async function stockFrom(db: Db | Tx, phase: bigint): Promise<readonly PhaseStock[]> {
  const rows = await db.selectFrom('accounts').select(['owner', 'balance']).where('kind', '=', 'sale').execute();
  const left = new Map(rows.map(({ owner, balance }) => [owner, balance]));
  return PHASES.filter((candidate) => BigInt(candidate.phase) >= phase).map((candidate) => ({
    phase: candidate.phase,
    priceMicroUsd: candidate.priceMicroUsd,
    remaining: (left.get(String(candidate.phase)) ?? 0n) / NANO_PER_SYNX,
  }));
}

/** Whether the operator has ended the sale. */
export function isClosed(sale: SaleState): boolean {
  return sale.closed_at !== null;
}

/** When a phase came into force, in milliseconds. */
export interface PhaseStart {
  readonly phase: bigint;
  readonly at: bigint;
}

/** When each phase started, by the append-only price history; latest first. */
export async function phaseStarts(db: Db | Tx): Promise<readonly PhaseStart[]> {
  return db
    .selectFrom('price_history')
    .select(['phase', 'at'])
    .where('kind', 'in', ['start', 'phase'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The phase in force at a time (ms); the first phase for anything earlier. */
export function phaseIn(starts: readonly PhaseStart[], at: bigint): bigint {
  return starts.find((start) => start.at <= at)?.phase ?? 1n;
}
