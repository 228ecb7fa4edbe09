import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { voteCountStatements } from './0021-counters.ts';
import { countRanked } from './0022-established.ts';

/** Counts the totals of points and votes from their rows; nobody can change those meanwhile. */
export async function countTotals({ db, engine }: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`lock table participants, votes in share row exclusive mode`.execute(tx);
    for (const statement of [...countRanked(engine), ...voteCountStatements()]) await sql.raw(statement).execute(tx);
  });
}
