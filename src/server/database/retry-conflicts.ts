import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction, TransactionBuilder } from 'kysely';
import { isConflict } from './database-error.ts';
import type { Tables } from './tables.ts';

/** The first try and its retries; after them the caller gets an error, as for an outage. */
const TRIES = 5;
/**
 * Two transactions that collided once should not collide again: each waits a random part of this, times the try, in
 * milliseconds.
 */
const WAIT_MS = 40;

/**
 * Repeats every transaction that PostgreSQL aborts in favour of another one, after a deadlock or a serialization
 * failure. The aborted attempt was rolled back as a whole, so its repetition is its only run in the database. Any other
 * effect of a transaction has to be safe to repeat.
 */
export function retryConflicts(db: Kysely<Tables>): void {
  const begin = db.transaction.bind(db);
  db.transaction = () => retrying(begin());
}

function retrying(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const again: Pick<TransactionBuilder<Tables>, 'execute' | 'setAccessMode' | 'setIsolationLevel'> = {
    setAccessMode: (mode) => retrying(builder.setAccessMode(mode)),
    setIsolationLevel: (level) => retrying(builder.setIsolationLevel(level)),
    execute: async <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await builder.execute(work);
        } catch (error) {
          if (tries >= TRIES || !isConflict(error)) throw error;
        }
        await pause(Math.random() * WAIT_MS * tries);
      }
    },
  };
  return again as TransactionBuilder<Tables>;
}
