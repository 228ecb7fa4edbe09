import { expect, test } from 'vitest';
import { createMinuteCounts } from '#src/server/http/minute-counts.ts';

function countsAt(most: number): { use: (key: string, max: number) => number | null; at: (ms: number) => void } {
  let time = 1_000_000;
  const { use } = createMinuteCounts(most, () => time);
  const start = time;
  return {
    use,
    at: (ms) => {
      time = start + ms;
    },
  };
}

test('past the limit, the seconds until the minute since the first use is over', () => {
  const { use, at } = countsAt(10);
  expect([use('a', 2), use('a', 2)]).toEqual([null, null]);
  at(20_500);
  expect(use('a', 2)).toBe(40);
  at(59_999);
  expect(use('a', 2)).toBe(1);
});

test('a new minute begins with the first use after the old one', () => {
  const { use, at } = countsAt(10);
  use('a', 1);
  at(60_000);
  expect([use('a', 1), use('a', 1)]).toEqual([null, 60]);
});

test('keys are counted separately', () => {
  const { use } = countsAt(10);
  expect([use('a', 1), use('b', 1), use('a', 1)]).toEqual([null, null, 60]);
});

test('a key in use outlives any number of others, the one unused for longest is forgotten', () => {
  const { use } = countsAt(3);
  use('flood', 1);
  use('quiet', 1);
  for (let other = 0; other < 100; other += 1) {
    use(`other ${other}`, 1);
    expect(use('flood', 1)).toBe(60);
  }
  expect(use('quiet', 1)).toBeNull();
});
