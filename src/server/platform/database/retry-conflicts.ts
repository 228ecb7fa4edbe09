import { setTimeout as pause } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  sql,
  type Transaction,
  type TransactionBuilder,
} from 'kysely';
import { within } from '#src/lib/time/with-deadline.ts';
import { isConflict } from './database-error.ts';
import type { Tables } from './tables.ts';

/** First try and retries; then the caller gets an error, as in an outage. */
const TRIES = 5;
/** Each of two that collided waits a random part of this, times the try; in milliseconds. */
const WAIT_MS = 40;
/** How long a retry and those behind it wait for each other before they carry on anyway. */
const ALONE_WITHIN_MS = 5_000;
/** Nothing else locks this table: only a start writes to it. */
const TURN = sql`lock table receipt_keys in exclusive mode`;

/**
 * Repeats every transaction that PostgreSQL aborts in favour of another; what else it does must be safe to repeat. A
 * retry runs alone, behind a lock that all instances share: at SERIALIZABLE only one of many transactions on a row
 * commits at a time, and the rest would lose all five tries.
 */
export function retryConflicts(db: Kysely<Tables>): void {
  const begin = db.transaction.bind(db);
  const gate = createGate();
  db.transaction = () => retrying(begin(), gate);
  db.startTransaction = () => {
    throw new TypeError('a transaction without a body cannot be repeated after a conflict: use transaction()');
  };
}

function retrying(builder: TransactionBuilder<Tables>, gate: Gate): TransactionBuilder<Tables> {
  const again: Pick<TransactionBuilder<Tables>, 'execute' | 'setAccessMode' | 'setIsolationLevel'> = {
    setAccessMode: (mode) => retrying(builder.setAccessMode(mode), gate),
    setIsolationLevel: (level) => retrying(builder.setIsolationLevel(level), gate),
    execute: async <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => {
      try {
        return await gate.together(() => builder.execute(work));
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
      const inTurn = async (tx: Transaction<Tables>) => {
        await TURN.execute(tx);
        return work(tx);
      };
      return gate.alone(() => repeated(() => builder.execute(inTurn), 2));
    },
  };
  return again as TransactionBuilder<Tables>;
}

interface Gate {
  /** Runs next to others, after any that wait to run alone. */
  together<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Waits for everything that runs now, then runs alone. */
  alone<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** Nobody may wait here for ever: a transaction that begins another one would wait for itself. */
function createGate(): Gate {
  const inside = new Set<Promise<unknown>>();
  let lone: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const track = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const running = run();
    inside.add(running);
    try {
      return await running;
    } finally {
      inside.delete(running);
    }
  };
  return {
    together: async (run) => {
      if (waiting > 0) await within(lone, ALONE_WITHIN_MS);
      return track(run);
    },
    alone: (run) => {
      waiting += 1;
      const before = Promise.allSettled([lone, ...inside]);
      const running = within(before, ALONE_WITHIN_MS).then(() => track(run));
      const ended = running.then(
        () => undefined,
        () => undefined,
      );
      lone = ended.finally(() => {
        waiting -= 1;
      });
      return running;
    },
  };
}

/** Statements outside a transaction are transactions too: they get into deadlocks, and fail at SERIALIZABLE. */
export function retryStatements(dialect: Dialect): Dialect {
  return {
    createDriver: () => retryingDriver(dialect.createDriver()),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

function retryingDriver(driver: Driver): Driver {
  const known = new WeakSet<DatabaseConnection>();
  const inTransaction = new WeakSet<DatabaseConnection>();
  const acquire = driver.acquireConnection.bind(driver);
  const begin = driver.beginTransaction.bind(driver);
  const commit = driver.commitTransaction.bind(driver);
  const rollback = driver.rollbackTransaction.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    inTransaction.delete(connection);
    if (known.has(connection)) return connection;
    known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, more) =>
      inTransaction.has(connection) ? execute(query, more) : repeated(() => execute(query, more));
    return connection;
  };
  driver.beginTransaction = (connection, settings) => {
    inTransaction.add(connection);
    return begin(connection, settings);
  };
  driver.commitTransaction = (connection) => commit(connection).finally(() => inTransaction.delete(connection));
  driver.rollbackTransaction = (connection) => rollback(connection).finally(() => inTransaction.delete(connection));
  return driver;
}

async function repeated<Result>(attempt: () => Promise<Result>, from = 1): Promise<Result> {
  for (let tries = from; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= TRIES || !isConflict(error)) throw error;
    }
    await pause(Math.random() * WAIT_MS * tries);
  }
}
