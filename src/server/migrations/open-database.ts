import { statSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { DatabaseOpenError } from '../database/database-error.ts';
import type { DatabaseEngine } from '../database/engine.ts';
import { openPostgres } from '../database/postgres.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import { openSqlite, type SqliteFile } from '../database/sqlite.ts';
import type { Db, Tables } from '../database/tables.ts';
import { migrate } from './migrate.ts';

/** SQLite's default. */
const CHECKPOINT_PAGES = 1_000;
/** A migration that takes longer has hung. */
const MIGRATION_MS = 3_600_000;

/**
 * Opens and migrates the database: a `postgres://` address, otherwise the path of the embedded one. Throws
 * DatabaseOpenError with a sentence an operator can act on.
 */
export async function openDatabase(location: string): Promise<Database> {
  const engine: DatabaseEngine = /^postgres(ql)?:\/\//.test(location) ? 'postgres' : 'sqlite';
  const opened = engine === 'postgres' ? openPostgres(location) : openSqlite(location);
  const { dialect, close } = opened;
  const db = new Kysely<Tables>({ dialect });
  if (engine === 'postgres') retryConflicts(db);
  try {
    await (engine === 'postgres' ? migratePostgres(location) : migrate(db, engine));
  } catch (error) {
    await db.destroy().catch(() => undefined);
    await close();
    const shown = engine === 'postgres' ? new URL(location).host : location;
    throw new DatabaseOpenError(shown, error);
  }
  return {
    db,
    engine,
    location,
    ...('copy' in opened ? { copy: copyBetweenWrites(db, opened) } : {}),
    ...(engine === 'sqlite' && location !== ':memory:' ? { whileStill: stillness(db, location) } : {}),
    close: async () => {
      await db.destroy();
      await close();
    },
  };
}

/**
 * On a dedicated connection: an index of a large table takes longer than a statement of the server may, and so does
 * waiting for the instance that creates it.
 */
async function migratePostgres(url: string): Promise<void> {
  const { dialect } = openPostgres(url, { connections: 1, statementMs: MIGRATION_MS });
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db, 'postgres');
  } finally {
    await db.destroy();
  }
}

/** Begins a copy between two transactions: SQLite refuses one while its own connection is in a transaction. */
function copyBetweenWrites(db: Db, { copy }: SqliteFile): NonNullable<Database['copy']> {
  return async (to) => {
    const copying = await db.connection().execute(
      () =>
        new Promise<{ readonly end: Promise<void> }>((resolve) => {
          const end: Promise<void> = copy(to, () => resolve({ end }));
          void end.catch(() => undefined).then(() => resolve({ end }));
        }),
    );
    await copying.end;
  };
}

/** Only checkpoints write commits to the file itself: one runs now, and then none until the work is done. */
function stillness(db: Db, file: string): NonNullable<Database['whileStill']> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const running = before.then(async () => {
      await db.connection().execute(async (connection) => {
        const { rows } = await sql<{ busy: bigint }>`pragma wal_checkpoint(truncate)`.execute(connection);
        if (rows[0]?.busy !== 0n) throw new Error('the write-ahead log cannot be brought into the database now');
        await sql`pragma wal_autocheckpoint = 0`.execute(connection);
      });
      const changedAt = () => statSync(file, { bigint: true }).mtimeNs;
      const still = changedAt();
      try {
        const result = await work(file);
        if (changedAt() !== still) throw new Error('the database file changed while it was read');
        return result;
      } finally {
        await sql.raw(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`).execute(db);
      }
    });
    before = running.catch(() => undefined);
    return running;
  };
}
