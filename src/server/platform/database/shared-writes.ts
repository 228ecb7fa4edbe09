import type { Kysely } from 'kysely';
import { isStorageOutage } from './database-error.ts';
import { isPostgres } from './statements.ts';
import type { Db, Tables, Tx, Write } from './tables.ts';

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

/** A queue of small writes to an embedded database, which waits for the disk at each commit. */
export function createWriteQueue(db: Kysely<Tables>): (write: Write) => Promise<void> {
  const commit = (take: () => readonly Write[]) =>
    db.transaction().execute(async (tx) => {
      const writes = take();
      for (const write of writes) await write(tx);
      return writes.map(() => undefined);
    });
  return sharedCommits({ most: AT_ONCE, commit, concernsAll: isStorageOutage });
}

type Queue = keyof Db['kept']['writes'];

/** Writes in a transaction, whose commit others of the queue share on the embedded database. Not within another one. */
export function sharedWrite(db: Db, queue: Queue, write: Write): Promise<void> {
  return isPostgres(db) ? db.transaction().execute(write) : db.kept.writes[queue](write);
}

/** The same for a write of one statement, which PostgreSQL takes in one round trip without a transaction. */
export function sharedStatement(db: Db, queue: Queue, write: (db: Db | Tx) => Promise<void>): Promise<void> {
  return isPostgres(db) ? write(db) : db.kept.writes[queue](write);
}
