import { statSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import type { Database, PostgresOptions } from '../database/database.ts';
import { DatabaseOpenError } from '../database/database-error.ts';
import { openPostgres, type PoolUsage, type PostgresLimits } from '../database/postgres.ts';
import { readFromReplica } from '../database/replica.ts';
import { retryConflicts, retryStatements } from '../database/retry-conflicts.ts';
import { openSqlite, type SqliteFile } from '../database/sqlite.ts';
import type { Db, Tables } from '../database/tables.ts';
import { migrate } from './migrate.ts';

/** SQLite's default. */
const CHECKPOINT_PAGES = 1_000;
/** A migration that takes longer has hung. */
const MIGRATION_MS = 3_600_000;

/** Connections of an instance, unless its settings say otherwise. */
const POOL_SIZE = 10;
const MONEY_POOL_SIZE = 6;

/**
 * Opens and migrates the database: a `postgres://` address, otherwise the path of the embedded one. Throws
 * DatabaseOpenError with a sentence an operator can act on.
 */
export function openDatabase(location: string, options: PostgresOptions = {}): Promise<Database> {
  return /^postgres(ql)?:\/\//.test(location) ? openPools(location, options) : openFile(location);
}

async function openFile(location: string): Promise<Database> {
  const opened = openSqlite(location);
  const db = new Kysely<Tables>({ dialect: opened.dialect });
  const close = async () => {
    await db.destroy();
    opened.close();
  };
  try {
    await migrate(db, 'sqlite');
  } catch (error) {
    await close().catch(() => undefined);
    throw new DatabaseOpenError(location, error);
  }
  return {
    db,
    money: db,
    read: (read) => read(db),
    engine: 'sqlite',
    isOwnedByProcess: true,
    pools: () => ({}),
    location,
    copy: copyBetweenWrites(db, opened),
    ...(location === ':memory:' ? {} : { whileStill: stillness(db, location) }),
    close,
  };
}

async function openPools(
  url: string,
  { poolSize = POOL_SIZE, moneyPoolSize = MONEY_POOL_SIZE, directUrl = url, replica }: PostgresOptions,
): Promise<Database> {
  try {
    await migratePostgres(directUrl);
  } catch (error) {
    throw new DatabaseOpenError(new URL(directUrl).host, error);
  }
  const { db, usage } = openPool(url, { connections: poolSize });
  const money = openPool(url, { connections: moneyPoolSize });
  const late = replica === undefined ? undefined : openPool(replica.url, { connections: poolSize });
  return {
    db,
    money: money.db,
    read:
      replica === undefined || late === undefined ? (read) => read(db) : readFromReplica(db, late.db, replica.lagMs),
    engine: 'postgres',
    isOwnedByProcess: false,
    pools: () => ({
      common: usage(),
      payments: money.usage(),
      ...(late === undefined ? {} : { replica: late.usage() }),
    }),
    location: directUrl,
    close: async () => {
      await Promise.all([db, money.db, late?.db].map((pool) => pool?.destroy()));
    },
  };
}

/** Connections whose transactions and statements are repeated after a conflict. */
function openPool(url: string, limits: PostgresLimits): { readonly db: Db; readonly usage: () => PoolUsage } {
  const { dialect, usage } = openPostgres(url, limits);
  const db = new Kysely<Tables>({ dialect: retryStatements(dialect) });
  retryConflicts(db);
  return { db, usage };
}

/**
 * On dedicated connections, one of which holds the lock while the other builds indexes: an index of a large table takes
 * longer than a statement of the server may, and so does waiting for the instance that creates it.
 */
async function migratePostgres(url: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: openPostgres(url, { connections: 2, statementMs: MIGRATION_MS }).dialect });
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
