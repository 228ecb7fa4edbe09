import { keptFor } from '../util/kept-for.ts';
import { sharedCommits } from '../util/shared-commits.ts';
import { isStorageOutage } from './database-error.ts';
import { isPostgres } from './rows-of.ts';
import type { Db, Tx } from './tables.ts';

/** Few enough that a commit with several statements for each delays nobody else noticeably. */
const AT_ONCE = 20;

/**
 * Shares commits between small writes of a few statements. On the embedded database every commit waits for the disk, so
 * writes that come meanwhile share the next one; PostgreSQL does this between its connections by itself. The returned
 * function resolves after the commit. Not within a transaction.
 */
export function sharedWrites<Item>(
  write: (tx: Tx, item: Item) => Promise<void>,
): (db: Db, item: Item) => Promise<void> {
  const queueOf = keptFor((db: Db) => {
    const commit = (take: () => readonly Item[]) =>
      db.transaction().execute(async (tx) => {
        const items = take();
        for (const each of items) await write(tx, each);
        return items.map(() => undefined);
      });
    return sharedCommits({ most: AT_ONCE, commit, concernsAll: isStorageOutage });
  });
  return (db, item) => (isPostgres(db) ? db.transaction().execute((tx) => write(tx, item)) : queueOf(db)(item));
}

/** The same for writes of one statement, which PostgreSQL takes in one round trip without a transaction. */
export function sharedStatements<Item>(
  write: (db: Db | Tx, item: Item) => Promise<void>,
): (db: Db, item: Item) => Promise<void> {
  const together = sharedWrites(write);
  return (db, item) => (isPostgres(db) ? write(db, item) : together(db, item));
}
