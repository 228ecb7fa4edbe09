import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './statements.ts';
import type { Db, Tables } from './tables.ts';

/** A source of one row; a statement selects from it, so it is evaluated first. */
const UNSYNCED = {
  sqlite: sql`(select 1 as unsynced) as unsynced`,
  // For the transaction of this statement alone.
  postgres: sql`(select set_config('synchronous_commit', 'off', true)) as unsynced`,
};

/**
 * Runs a write that may be lost in a power failure, such as a count: it waits for neither disk nor standby. One
 * statement that selects its values from `unsynced`. Not within a transaction.
 */
export async function withoutSyncing<Result>(
  db: Db,
  write: (db: Kysely<Tables>, unsynced: RawBuilder<unknown>) => Promise<Result>,
): Promise<Result> {
  if (isPostgres(db)) return write(db, UNSYNCED.postgres);
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await write(connection, UNSYNCED.sqlite);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
