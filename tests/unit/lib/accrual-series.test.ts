import { expect, it } from 'vitest';
import { accrualSeries, accruedAt, dailyAccrual } from '#src/lib/money/accrual-series.ts';

const YEAR = 31_536_000;
const DAY = 86_400;
/** 25 %, in 10^-4 percent. */
const RATE = 250_000n;
const SYNX = 10n ** 9n;

it('earns a quarter of the stake in a year at 25 %, without compounding', () => {
  const lots = [{ amount: 1000n * SYNX, from: 0 }];
  expect(accruedAt(lots, RATE, YEAR)).toBe(250n * SYNX);
  expect(accruedAt(lots, RATE, 2 * YEAR)).toBe(500n * SYNX);
  expect(accruedAt(lots, RATE, 0)).toBe(0n);
});

it('counts each lot from its own time, and removes undone ones', () => {
  const lots = [
    { amount: 1000n * SYNX, from: 0 },
    { amount: 1000n * SYNX, from: YEAR / 2 },
    { amount: -1000n * SYNX, from: YEAR },
  ];
  expect(accruedAt(lots, RATE, YEAR)).toBe(375n * SYNX);
  expect(accruedAt(lots, RATE, 2 * YEAR)).toBe(625n * SYNX);
});

it('runs from the first lot to now, for any order of the lots', () => {
  const lots = [
    { amount: SYNX, from: 500 },
    { amount: SYNX, from: 100 },
  ];
  const series = accrualSeries(lots, RATE, 1_100, 11);
  expect(series.map(({ at }) => at)).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100]);
  expect(series[0]?.accrued).toBe(0n);
  expect(accrualSeries([], RATE, 1_100, 11)).toEqual([]);
});

it('has one row for each midnight since the first lot, and one for now', () => {
  const rows = dailyAccrual([{ amount: SYNX, from: DAY / 2 }], RATE, 3 * DAY + 60);
  expect(rows.map(({ at }) => at)).toEqual([DAY, 2 * DAY, 3 * DAY, 3 * DAY + 60]);
  expect(dailyAccrual([], RATE, DAY)).toEqual([]);
});

it('of ten thousand lots never falls, and ends at what all of them have earned', () => {
  const lots = Array.from({ length: 10_000 }, (_, index) => ({ amount: SYNX, from: index * 60 }));
  const series = accrualSeries(lots, RATE, YEAR, 60);
  expect(series).toHaveLength(60);
  for (const [index, { accrued }] of series.entries())
    expect(accrued).toBeGreaterThanOrEqual(series[index - 1]?.accrued ?? 0n);
  // A quarter of a lot for each in a year, less what each earned later than the first.
  const seconds = 10_000n * BigInt(YEAR) - (60n * 9_999n * 10_000n) / 2n;
  expect(series.at(-1)).toEqual({ at: YEAR, accrued: (SYNX * seconds * RATE) / (BigInt(YEAR) * 1_000_000n) });
});

it('ends exactly at the end, where even steps fall a second short', () => {
  expect(accrualSeries([{ amount: SYNX, from: 0 }], RATE, 101, 50).at(-1)?.at).toBe(101);
});
