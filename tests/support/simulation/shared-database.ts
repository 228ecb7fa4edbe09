import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import { createDb } from '#src/server/platform/database/create-db.ts';
import { migrate } from '#src/server/platform/database/migrations/migrate.ts';
import { UnlockedCompiler } from '#src/server/platform/database/sqlite.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** The fate of a statement: nothing happens to it, it fails, or it takes effect and its answer is lost. */
export type Fate = 'works' | 'fails' | 'answer lost';

export interface DatabaseFaults {
  /** Called before each statement and each commit. */
  fate(what: 'statement' | 'commit'): Fate;
  /** Called after everything that took effect, with the database between two transactions. */
  committed(): void;
}

/** An injected failure, in the words of an engine, so that it is told from a fault of the code. */
export class InjectedFailure extends Error {
  override readonly name = 'InjectedFailure';
}

/**
 * One database in memory that several instances of the server share and that survives each of them. Transactions run
 * one after the other; each instance has its own connection, which can be cut.
 */
export interface SharedDatabase {
  /** The connection of an instance. */
  connect(): { readonly db: Db; cut(): void };
  /** Reads directly, outside of every instance; integers as bigint. */
  rows<Row>(sql: string, ...parameters: SQLInputValue[]): Row[];
  close(): void;
}

let template: Uint8Array | undefined;

/** Opens an empty database with the schema; the migrations run once per process. */
export async function openSharedDatabase(faults: DatabaseFaults): Promise<SharedDatabase> {
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  database.exec('pragma temp_store = memory');
  const statements = new Map<string, { statement: StatementSync; reads: boolean; answers: boolean }>();
  const prepared = (sql: string) => {
    let known = statements.get(sql);
    if (known === undefined) {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      known = { statement, reads: /^\s*select/i.test(sql), answers: statement.columns().length > 0 };
      statements.set(sql, known);
    }
    return known;
  };
  const line = createLine();
  const connect = () => {
    const session: Session = { isCut: false, isOpen: false, letGo: null };
    const db = createDb({
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => createDriver({ database, prepared, line, faults, session }),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new UnlockedCompiler(),
    });
    const cut = () => {
      session.isCut = true;
      if (session.isOpen) database.exec('rollback');
      session.isOpen = false;
      session.letGo?.();
    };
    return { db, cut };
  };
  if (template === undefined) {
    await migrate(connect().db, 'sqlite');
    template = database.serialize();
  } else {
    database.deserialize(template);
  }
  return {
    connect,
    rows: <Row>(sql: string, ...parameters: SQLInputValue[]) => prepared(sql).statement.all(...parameters) as Row[],
    close: () => database.close(),
  };
}

/** An instance's connection; `letGo` gives its turn back while it has one. */
interface Session {
  isCut: boolean;
  isOpen: boolean;
  letGo: (() => void) | null;
}

interface Parts {
  readonly database: DatabaseSync;
  readonly prepared: (sql: string) => { statement: StatementSync; reads: boolean; answers: boolean };
  readonly line: Line;
  readonly faults: DatabaseFaults;
  readonly session: Session;
}

type Line = (session: Session) => Promise<void>;

/** Those who want the database, in the order of their coming; the turn ends by `letGo`. */
function createLine(): Line {
  const waiting: (() => void)[] = [];
  let taken = false;
  return async (session) => {
    if (session.isCut) return never();
    if (taken) await new Promise<void>((resolve) => void waiting.push(resolve));
    taken = true;
    const letGo = () => {
      if (session.letGo === letGo) session.letGo = null;
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    };
    if (session.isCut) {
      letGo();
      return never();
    }
    session.letGo = letGo;
  };
}

/** The answer to a process that has been killed. */
function never<Result>(): Promise<Result> {
  return new Promise(() => undefined);
}

function createDriver({ database, prepared, line, faults, session }: Parts): Driver {
  const end = async (word: 'commit' | 'rollback') => {
    if (session.isCut) return never<void>();
    const fate = word === 'commit' ? faults.fate('commit') : 'works';
    if (fate === 'fails') throw new InjectedFailure('disk I/O error');
    database.exec(word);
    session.isOpen = false;
    if (word === 'commit') faults.committed();
    if (fate === 'answer lost') throw new InjectedFailure('Connection terminated: the answer is lost');
  };
  const execute = async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
    if (session.isCut) return never();
    const fate = faults.fate('statement');
    if (fate === 'fails') throw new InjectedFailure('disk I/O error');
    const { statement, reads, answers } = prepared(sql);
    const values = parameters as SQLInputValue[];
    let result: QueryResult<Row>;
    if (answers) {
      const rows = statement.all(...values) as Row[];
      result = { rows, numAffectedRows: BigInt(rows.length) };
    } else {
      const { changes } = statement.run(...values);
      result = { rows: [], numAffectedRows: BigInt(changes) };
    }
    if (!session.isOpen && !reads) faults.committed();
    if (fate === 'answer lost' && !session.isOpen)
      throw new InjectedFailure('Connection terminated: the answer is lost');
    return result;
  };
  const connection: DatabaseConnection = {
    executeQuery: execute,
    // biome-ignore lint/correctness/useYield: nothing in the server streams a query.
    streamQuery: async function* () {
      throw new Error('not simulated');
    },
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      await line(session);
      return connection;
    },
    beginTransaction: async () => {
      if (session.isCut) return never();
      database.exec('begin');
      session.isOpen = true;
    },
    commitTransaction: () => end('commit'),
    rollbackTransaction: async () => {
      // A commit whose answer was lost has nothing left to undo.
      if (session.isOpen) await end('rollback');
    },
    releaseConnection: async () => {
      if (!session.isCut) session.letGo?.();
    },
    destroy: async () => undefined,
  };
}
