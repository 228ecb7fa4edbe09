import type { Db, Tx } from './tables.ts';

/**
 * Runs `work` in a new transaction, or in the given one; then it succeeds or fails with that one, and a caller that
 * gets a refusal must not commit.
 */
export function inTransaction<Result>(db: Db | Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
}
