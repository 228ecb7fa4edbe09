import { keptFor } from '../util/kept-for.ts';
import { sharedCommits } from '../util/shared-commits.ts';
import { isStorageOutage } from './database-error.ts';
import { isPostgres } from './rows-of.ts';
import type { Db, Tx } from './tables.ts';

/** Few enough that a commit of several statements for each of them delays nobody else noticeably. */
const AT_ONCE = 20;

/**
 * A write of a few statements in one transaction. On the embedded database, whose commits each wait for the disk,
 * writes that come while others are being committed share the next commit; PostgreSQL shares its waits for the disk
 * between the commits of its connections. The returned function resolves after the commit; not inside a transaction.
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

/** The same for a write of one statement, which PostgreSQL takes without a transaction: in one round trip. */
export function sharedStatements<Item>(
  write: (db: Db | Tx, item: Item) => Promise<void>,
): (db: Db, item: Item) => Promise<void> {
  const together = sharedWrites(write);
  return (db, item) => (isPostgres(db) ? write(db, item) : together(db, item));
}
