import type { Db, Tx } from '../database/tables.ts';

/** The phase in force at a time (ms), by the append-only price history; the first phase for anything earlier. */
export async function phaseAt(db: Db | Tx, at: bigint): Promise<bigint> {
  const row = await db
    .selectFrom('price_history')
    .select('phase')
    .where('kind', 'in', ['start', 'phase'])
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.phase ?? 1n;
}
