import { keptFor } from '../util/caches.ts';
import { isStorageOutage } from './database-error.ts';
import { isPostgres } from './statements.ts';
import type { Db, Tx } from './tables.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface SharedCommitOptions<Item, Result> {
  /** The most items in one commit. */
  readonly most: number;
  /**
   * Commits items in order and returns their results, or throws. Calls `take` once it holds its locks, so that those
   * which have come meanwhile join, and again if it repeats the commit.
   */
  commit(take: () => readonly Item[]): Promise<readonly Result[]>;
  /** Whether an error concerns every item, so that trying them one by one is useless. */
  concernsAll(error: unknown): boolean;
}

/**
 * Group commit: items that come during a commit share the next one. If one fails, its halves are committed apart, so
 * that only that item's caller gets the error.
 */
export function sharedCommits<Item, Result>({
  most,
  commit,
  concernsAll,
}: SharedCommitOptions<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function settle(taken: Waiting<Item, Result>[], more: () => void): Promise<void> {
    try {
      const results = await commit(() => {
        more();
        return taken.map(({ item }) => item);
      });
      for (const [position, { resolve }] of taken.entries()) resolve(results[position] as Result);
    } catch (error) {
      // It may have failed before it took anything: the waiting callers must get the error.
      if (taken.length === 0) more();
      if (taken.length < 2 || concernsAll(error)) {
        for (const { reject } of taken) reject(error);
        return;
      }
      const middle = Math.ceil(taken.length / 2);
      for (const half of [taken.slice(0, middle), taken.slice(middle)]) await settle(half, () => undefined);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const taken: Waiting<Item, Result>[] = [];
      await settle(taken, () => taken.push(...waiting.splice(0, most - taken.length)));
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}

/** Few enough that a commit with several statements for each delays nobody else noticeably. */
const AT_ONCE = 20;

/** Shares the commits of small writes: the embedded database waits for the disk at each. Not within a transaction. */
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
