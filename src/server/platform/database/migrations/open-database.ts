import { Kysely } from 'kysely';
import { TUNING } from '#src/config/tuning.ts';
import { createDb } from '../create-db.ts';
import type { Database, PoolUsage } from '../database.ts';
import { DatabaseOpenError } from '../database-error.ts';
import { dump } from '../dump.ts';
import { openPostgres, type PostgresLimits } from '../postgres.ts';
import { readsInProcess } from '../read-in-process.ts';
import { readOnConnection } from '../read-on-connection.ts';
import { readFromReplica } from '../replica.ts';
import { retryConflicts, retryStatements } from '../retry-conflicts.ts';
import { type ConnectionOptions, isServerAddress } from '../settings.ts';
import { openSqlite, type SqliteFile } from '../sqlite.ts';
import type { Db, Tables } from '../tables.ts';
import { migrate } from './migrate.ts';

/** A migration that takes longer has hung. */
const MIGRATION_MS = 3_600_000;

/** Opens and migrates a `postgres://` database, or the embedded one at a path. Throws DatabaseOpenError. */
export function openDatabase(location: string, options: ConnectionOptions = {}): Promise<Database> {
  return isServerAddress(location) ? openPools(location, options) : openFile(location);
}

async function openFile(location: string): Promise<Database> {
  const opened = openSqlite(location);
  const db = createDb(opened.dialect);
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
    backup: { write: copyBetweenWrites(db, opened), isReadable: true },
    // A database in memory has no file for another process to read, and is never large.
    readApart:
      location === ':memory:' ? ({ run }) => db.transaction().execute((tx) => run(tx)) : readsInProcess(db, location),
    close,
  };
}

async function openPools(
  url: string,
  {
    poolSize = TUNING.DATABASE_POOL_SIZE,
    moneyPoolSize = TUNING.DATABASE_MONEY_POOL_SIZE,
    directUrl = url,
    connectMs,
    replica,
  }: ConnectionOptions,
): Promise<Database> {
  try {
    await migratePostgres(directUrl);
  } catch (error) {
    throw new DatabaseOpenError(new URL(directUrl).host, error);
  }
  const { db, usage } = openPool(url, { connections: poolSize, connectMs });
  const money = openPool(url, { connections: moneyPoolSize, connectMs });
  const late = replica === undefined ? undefined : openPool(replica.url, { connections: poolSize, connectMs });
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
    backup: { write: (to) => dump(directUrl, to), isReadable: false },
    readApart: (read, limits) => readOnConnection(directUrl, read, limits),
    location: directUrl,
    close: async () => {
      await Promise.all([db, money.db, late?.db].map((pool) => pool?.destroy()));
    },
  };
}

/** A pool that repeats transactions and statements after a conflict. */
function openPool(url: string, limits: PostgresLimits): { readonly db: Db; readonly usage: () => PoolUsage } {
  const { dialect, usage } = openPostgres(url, limits);
  const db = createDb(retryStatements(dialect));
  retryConflicts(db);
  return { db, usage };
}

/** On connections of their own: migrations may take longer than the server's statements. One holds the lock. */
async function migratePostgres(url: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: openPostgres(url, { connections: 2, statementMs: MIGRATION_MS }).dialect });
  try {
    await migrate(db, 'postgres');
  } finally {
    await db.destroy();
  }
}

/** Begins a copy between two transactions: SQLite refuses one while its own connection is in a transaction. */
function copyBetweenWrites(db: Db, { copy }: SqliteFile): Database['backup']['write'] {
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
