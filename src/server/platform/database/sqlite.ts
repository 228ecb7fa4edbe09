import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  type DatabaseConnection,
  type Driver,
  type SelectQueryNode,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import { DatabaseOpenError } from './database-error.ts';

const STATEMENTS_KEPT = 300;
const SNAPSHOT_CACHE_KIB = 65_536;
/** How long statements may follow one another before everything else gets a turn, in milliseconds. */
const WITHOUT_PAUSE_MS = 10;

export interface SqliteFile {
  readonly dialect: SqliteDialect;
  /** Writes a copy to a file. `begun` is called after the first pages, unless those were all. */
  copy(to: string, begun: () => void): Promise<void>;
  close(): void;
}

/** The embedded database, for this process alone (G6, decision 46): WAL, synced. Throws DatabaseOpenError. */
export function openSqlite(file: string): SqliteFile {
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
  let open = true;
  const close = () => {
    if (!open) return;
    open = false;
    database.close();
  };
  const copy = async (to: string, begun: () => void) => void (await backup(database, to, { progress: begun }));
  return { dialect: dialectOf(database, close), copy, close };
}

/** Reads a database file that another process has open; the caller ensures that it does not change (readsInProcess). */
export function openSqliteSnapshot(file: string): SqliteDialect {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec(`PRAGMA cache_size = -${SNAPSHOT_CACHE_KIB}`);
  return dialectOf(database, () => database.close());
}

/** Opens a database file read-only while no other process has it open. Throws the errors of SQLite. */
export function openSqliteReader(file: string): {
  /** The first column of every row. */
  readonly values: (sql: string) => readonly string[];
  readonly close: () => void;
} {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 500 });
  return {
    values: (sql) =>
      database
        .prepare(sql)
        .all()
        .map((row) => String(Object.values(row)[0])),
    close: () => database.close(),
  };
}

function dialectOf(database: DatabaseSync, close: () => void): SqliteDialect {
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
  return new EmbeddedDialect({
    database: {
      prepare,
      close: () => {
        statements.clear();
        close();
      },
    },
    isTransaction: () => database.isTransaction,
  });
}

/** Kysely's own settings, and whether the connection is in a transaction. */
interface Config extends SqliteDialectConfig {
  readonly isTransaction: () => boolean;
}

class EmbeddedDialect extends SqliteDialect {
  readonly #config: Config;

  constructor(config: Config) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new PausingDriver(this.#config);
  }

  override createQueryCompiler() {
    return new UnlockedCompiler();
  }
}

/** Without `for update` and `skip locked`: a transaction has the only connection to itself. */
export class UnlockedCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    const others = (node.endModifiers ?? []).filter(({ rawModifier }) => rawModifier !== undefined);
    super.visitSelectQuery({ ...node, endModifiers: others });
  }
}

/** It answers within the call: statements in a row would keep requests and timers waiting. */
class PausingDriver extends SqliteDriver {
  readonly #isTransaction: () => boolean;
  #pausedAt = 0;

  constructor(config: Config) {
    super(config);
    this.#isTransaction = config.isTransaction;
  }

  /** SQLite rolls back by itself for some errors, such as a full disk; a second rollback would hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#isTransaction()) await super.rollbackTransaction(connection);
  }

  override async acquireConnection() {
    if (performance.now() - this.#pausedAt > WITHOUT_PAUSE_MS) {
      await setImmediate();
      this.#pausedAt = performance.now();
    }
    return super.acquireConnection();
  }
}
