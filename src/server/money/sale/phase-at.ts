import type { Db, Tx } from '#src/server/platform/database/tables.ts';

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
