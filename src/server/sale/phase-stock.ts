import { NANO_PER_SYNX, PHASES } from '#src/config/sale.ts';
import type { PhaseStock } from '#src/lib/money/quote.ts';
import type { Db, Tx } from '../database/tables.ts';
import { phaseOf } from './sale-clock.ts';

/** The remaining stock of each phase from `phase` on, in the order of the sale, in whole SYNX. */
export async function stockFrom(db: Db | Tx, phase: bigint): Promise<readonly PhaseStock[]> {
  const rows = await db.selectFrom('accounts').select(['owner', 'balance']).where('kind', '=', 'sale').execute();
  const left = new Map(rows.map(({ owner, balance }) => [owner, balance]));
  return PHASES.filter((candidate) => BigInt(candidate.phase) >= phase).map((candidate) => ({
    phase: candidate.phase,
    priceMicroUsd: phaseOf(candidate.phase).priceMicroUsd,
    remaining: (left.get(String(candidate.phase)) ?? 0n) / NANO_PER_SYNX,
  }));
}
