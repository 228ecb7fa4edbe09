import type { Db, Tx } from './tables.ts';

/**
 * Runs `work` in a transaction of its own, or in the one given: then what it has done stands or falls with that one, and
 * a caller that is told of a refusal must not commit.
 */
export function inTransaction<Result>(db: Db | Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
}
