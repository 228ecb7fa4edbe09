import { type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Rows per statement: few enough that nobody waits long for the locks, or for the embedded database. */
const SLICE = 500;
/** Rows left after this time are deleted by the next sweep. */
const SHARE_MS = 5_000;

/** Deletes the rows of a table that meet a condition, a chunk per statement, each by its key. */
export async function deleteInChunks(
  db: Db,
  table: keyof Tables,
  key: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const until = performance.now() + SHARE_MS;
  const [from, by] = [sql.table(table), sql.ref(key)];
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where ${by} in (select ${by} from ${from} where ${condition} limit ${SLICE})`.execute(db);
    if (numAffectedRows < BigInt(SLICE) || performance.now() >= until) return;
  }
}
