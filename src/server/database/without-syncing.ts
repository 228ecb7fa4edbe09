import { SqliteAdapter, sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Runs one write that a power failure may undo, such as the count of a caller's requests: the embedded database then
 * does not wait for the disk. A killed process loses none of it, and other writes before and after are synced as usual.
 * PostgreSQL already syncs many commits at once. Not inside a transaction.
 */
export async function withoutSyncing<Result>(db: Db, write: (db: Db) => Promise<Result>): Promise<Result> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return write(db);
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await write(connection);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
