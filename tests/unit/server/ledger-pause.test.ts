import { afterEach, expect, test, vi } from 'vitest';
import { type LedgerWatch, pauseAfter, startLedgerLoop } from '#src/server/money/ledger/watch-ledger.ts';

const HOUR = 3_600_000;

afterEach(() => void vi.useRealTimers());

test('a quick recount is repeated within a minute, a slow one uses no more than a twentieth of the time', () => {
  expect(pauseAfter(0) + 2 * 1_000).toBeLessThanOrEqual(60_000);
  expect(pauseAfter(46_000)).toBe(20 * 46_000);
});

test('however slow, the whole ledger is recounted every six hours', () => {
  for (const took of [0, 1_000, 60_000, 600_000, 1_200_000, 3_600_000])
    expect(pauseAfter(took) + took).toBeLessThanOrEqual(6 * HOUR);
  expect(pauseAfter(24 * HOUR)).toBeGreaterThan(0);
});

test('after one that failed or found something broken, the next one comes soon', () => {
  expect(pauseAfter(46_000, false)).toBe(3 * 46_000);
  expect(pauseAfter(0, false) + 2 * 1_000).toBeLessThanOrEqual(60_000);
});

test.each([
  ['sound', true, 20],
  ['broken', false, 3],
])(
  'a loop lets a recount of half a minute that left the books %s rest as long as that allows',
  async (_, isBalanced, times) => {
    vi.useFakeTimers();
    const tookMs = 30_000;
    const begun: number[] = [];
    const ledger: LedgerWatch = {
      ...{
        isBalanced: () => isBalanced,
        ageMs: () => 0,
        lastWhole: () => null,
        recall: async () => {},
        isWholeDue: () => false,
      },
      ...{ checkChanged: async () => {}, watchAge: async () => {}, stop: () => {} },
      check: () => {
        begun.push(performance.now());
        return new Promise((resolve) => setTimeout(resolve, tookMs));
      },
    };
    const loop = startLedgerLoop(ledger, () => {});
    while (begun.length < 2) await vi.advanceTimersByTimeAsync(1_000);
    const [first = 0, second = 0] = begun;
    expect(second - first - tookMs).toBe(times * tookMs);
    await vi.advanceTimersByTimeAsync(tookMs);
    await loop.stop();
  },
);
