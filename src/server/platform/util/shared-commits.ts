interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface SharedCommitOptions<Item, Result> {
  /** The most items in one commit. */
  readonly most: number;
  /**
   * Commits items in order and returns their results in the same order, or throws and commits nothing. Calls `take` for
   * the items once it holds its locks, so that those which have come meanwhile join, and again if it repeats the
   * commit.
   */
  commit(take: () => readonly Item[]): Promise<readonly Result[]>;
  /** Whether an error concerns every item, so that trying them one by one is useless. */
  concernsAll(error: unknown): boolean;
}

/**
 * Group commit: items that come during a commit wait and share the next one, in order of arrival. The returned function
 * resolves after its item's commit. If one item makes a commit fail, its halves are committed separately, so that only
 * that item's caller gets the error.
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
