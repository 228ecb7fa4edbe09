import { Kysely } from 'kysely';
import { migrate } from '../migrations/migrate.ts';
import { DatabaseOpenError } from './database-error.ts';
import type { DatabaseEngine } from './engine.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Db, Tables } from './tables.ts';

export interface Database {
  readonly db: Db;
  readonly engine: DatabaseEngine;
  /** Writes a copy of the embedded database to a file, as of one moment; PostgreSQL has pg_dump for that. */
  readonly copy?: (to: string) => Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database: a `postgres://` address, else the path of the embedded one.
 * Throws DatabaseOpenError with a sentence an operator can act on.
 */
export async function openDatabase(location: string): Promise<Database> {
  const engine: DatabaseEngine = /^postgres(ql)?:\/\//.test(location) ? 'postgres' : 'sqlite';
  const opened = engine === 'postgres' ? openPostgres(location) : openSqlite(location);
  const { dialect, close } = opened;
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db, engine);
  } catch (error) {
    await db.destroy().catch(() => undefined);
    await close();
    const shown = engine === 'postgres' ? new URL(location).host : location;
    throw new DatabaseOpenError(shown, error);
  }
  return {
    db,
    engine,
    ...('copy' in opened ? { copy: opened.copy } : {}),
    close: async () => {
      await db.destroy();
      await close();
    },
  };
}
