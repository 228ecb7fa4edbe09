import type { Db, Tx } from './tables.ts';

/**
 * Runs `work` in a transaction of its own, or in the one given: then its work succeeds or fails with that one,
 * and a caller that is told of a refusal must not commit.
 */
export function inTransaction<Result>(db: Db | Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
}
