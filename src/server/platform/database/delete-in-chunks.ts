import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Rows per statement: few enough that nobody waits long for the locks, or for the embedded database. */
const SLICE = 200;
/** The next sweep deletes what is left after this time. */
const SHARE_MS = 5_000;
/**
 * Rows per statement and time for walks, which also pass rows that stay and look up what refers to each. A walk through
 * rows most of which go has SHARE_MS: a flood of old ones must not grow faster than it is deleted (S28).
 */
const STRETCH = 50;
const WALK_SHARE_MS = 1_000;

/** Deletes the rows of a table that meet a condition, in chunks, by a key of one or more columns. */
export async function deleteInChunks(
  db: Db,
  table: keyof Tables,
  key: string | readonly string[],
  condition: RawBuilder<unknown>,
): Promise<void> {
  const until = performance.now() + SHARE_MS;
  const [from, by] = [sql.table(table), sql.join([key].flat().map((column) => sql.ref(column)))];
  for (;;) {
    // The condition appears twice: another transaction may renew a row after we chose it.
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where (${by}) in (select ${by} from ${from} where ${condition} limit ${SLICE})
        and (${condition})`.execute(db);
    if (numAffectedRows < BigInt(SLICE) || performance.now() >= until) return;
    // The embedded database runs in this thread: let requests in.
    await setImmediate();
  }
}

/** For conditions that few rows meet: walks along a key, a stretch per statement, on from there in the next sweep. */
export function walkAlongKeys(
  db: Kysely<Tables>,
): (table: keyof Tables, key: string, condition: RawBuilder<unknown>) => Promise<void> {
  /** How far the current walk along each table has come. */
  const reached = new Map<string, string | bigint>();
  return async (table, key, condition) => {
    const start = performance.now();
    const [from, by] = [sql.table(table), sql.ref<string | bigint>(key)];
    let share = WALK_SHARE_MS;
    while (performance.now() - start < share) {
      const last = reached.get(table);
      const after = last === undefined ? sql`true` : sql`${by} > ${last}`;
      const stretch = await sql<{ key: string | bigint }>`
      select ${by} as key from ${from} where ${after} order by ${by} limit 1 offset ${STRETCH - 1}`.execute(db);
      const end = stretch.rows[0]?.key;
      const upTo = end === undefined ? sql`true` : sql`${by} <= ${end}`;
      const deletion = sql`delete from ${from} where ${after} and ${upTo} and ${condition}`;
      const { numAffectedRows = 0n } = await deletion.execute(db);
      if (end === undefined) {
        reached.delete(table);
        return;
      }
      reached.set(table, end);
      share = 2n * numAffectedRows > BigInt(STRETCH) ? SHARE_MS : WALK_SHARE_MS;
      await setImmediate();
    }
  };
}
