import { expect, test } from 'vitest';
import { forEachConcurrent } from '#src/server/platform/util/turns.ts';

const always = async () => true;

test('an unfinished item comes again after all others', async () => {
  const worked: string[] = [];
  const left = new Map([['large', 2]]);
  await forEachConcurrent(['large', 'a', 'b', 'c'], { size: 2, more: always }, async (item) => {
    worked.push(item);
    const rest = left.get(item) ?? 0;
    left.set(item, rest - 1);
    return rest > 0 ? 'again' : undefined;
  });
  expect(worked).toEqual(['large', 'a', 'b', 'c', 'large', 'large']);
});

test('it stops between two groups on request', async () => {
  const worked: number[] = [];
  await forEachConcurrent([1, 2, 3, 4, 5], { size: 2, more: async () => worked.length < 4 }, async (item) => {
    worked.push(item);
    return undefined;
  });
  expect(worked).toEqual([1, 2, 3, 4]);
});
