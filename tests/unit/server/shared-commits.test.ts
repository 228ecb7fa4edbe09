import { expect, test } from 'vitest';
import { sharedCommits } from '#src/server/platform/database/shared-writes.ts';

class Outage extends Error {}

/** A store that keeps each commit, refuses items that a test names, and opens its gate on demand. */
function openStore({ most = 100, bad = [] as readonly string[] } = {}) {
  const commits: string[][] = [];
  const attempts: string[][] = [];
  let gate = Promise.resolve();
  let outage: Error | null = null;
  const add = sharedCommits<string, string>({
    most,
    commit: async (take) => {
      await gate;
      if (outage !== null) throw outage;
      const items = [...take()];
      attempts.push(items);
      await Promise.resolve();
      const refused = items.find((item) => bad.includes(item));
      if (refused !== undefined) throw new RangeError(refused);
      commits.push(items);
      return items.map((item) => item.toUpperCase());
    },
    concernsAll: (error) => error instanceof Outage,
  });
  return {
    add,
    commits,
    attempts,
    close: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    fail: (error: Error | null) => {
      outage = error;
    },
  };
}

test('items that come together share one commit in their order, and each gets its own result', async () => {
  const { add, commits } = openStore();
  expect(await Promise.all(['a', 'b', 'c'].map(add))).toEqual(['A', 'B', 'C']);
  expect(commits).toEqual([['a', 'b', 'c']]);
});

test('items that come before a commit has its locks are part of it, later ones of the next', async () => {
  const { add, commits, close } = openStore();
  const open = close();
  const first = add('a');
  await Promise.resolve();
  const second = add('b');
  open();
  await first;
  await Promise.all([second, add('c')]);
  expect(commits).toEqual([['a', 'b'], ['c']]);
});

test('a commit holds no more than the maximum, and the rest follows in order', async () => {
  const { add, commits } = openStore({ most: 2 });
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(add));
  expect(commits).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('one bad item fails alone: the others are committed once, still in their order', async () => {
  const { add, commits } = openStore({ bad: ['c'] });
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(add));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(commits.flat()).toEqual(['a', 'b', 'd', 'e']);
});

test('an outage fails every waiting item after one attempt, and the next item is tried again', async () => {
  const { add, commits, attempts, fail } = openStore();
  fail(new Outage());
  const settled = await Promise.allSettled(['a', 'b', 'c'].map(add));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(attempts).toEqual([]);
  fail(null);
  expect(await add('d')).toBe('D');
  expect(commits).toEqual([['d']]);
});
