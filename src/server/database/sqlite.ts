import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteDialect } from 'kysely';
import { DatabaseOpenError } from './database-error.ts';

const STATEMENTS_KEPT = 300;

/**
 * Opens the embedded database for this process alone: WAL, every commit synced to disk, foreign keys on.
 * A second process on the same file is refused within a second (reliability.md G6); `copy` writes a copy while it is in
 * use. Throws DatabaseOpenError.
 */
export function openSqlite(file: string): { dialect: SqliteDialect; copy(to: string): Promise<void>; close(): void } {
  let database: DatabaseSync;
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    database = new DatabaseSync(file, { timeout: 500, enableForeignKeyConstraints: true });
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('BEGIN IMMEDIATE; COMMIT');
    database.exec('PRAGMA busy_timeout = 5000');
  } catch (error) {
    throw new DatabaseOpenError(file, error);
  }
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statement.setReadBigInts(true);
      if (statements.size >= STATEMENTS_KEPT) statements.clear();
      statements.set(sql, statement);
    }
    const ready = statement;
    const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: ready.columns().length > 0,
      all: (parameters: readonly unknown[]) => ready.all(...bind(parameters)),
      run: (parameters: readonly unknown[]) => ready.run(...bind(parameters)),
      iterate: (parameters: readonly unknown[]) => ready.iterate(...bind(parameters)),
    };
  };
  let open = true;
  const close = () => {
    if (!open) return;
    open = false;
    statements.clear();
    database.close();
  };
  const copy = async (to: string) => void (await backup(database, to));
  return { dialect: new SqliteDialect({ database: { prepare, close } }), copy, close };
}
