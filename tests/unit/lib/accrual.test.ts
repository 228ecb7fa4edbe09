import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accrued, boundedIndex, exhaustionIndex, INDEX_PER_UNIT, rewardIndex } from '#src/lib/money/accrual.ts';

interface Lot {
  readonly amount: bigint;
  readonly index: bigint;
}

const accruedOf = (lots: readonly Lot[], index: bigint) =>
  accrued(
    lots.reduce((sum, lot) => sum + lot.amount, 0n),
    lots.reduce((sum, lot) => sum + lot.amount * lot.index, 0n),
    index,
  );

const YEAR = 31_536_000n;
const NANO = 1_000_000_000n;
const QUARTER = [{ from: 0n, rate: 250_000n }];

test('25 % per year is a quarter after 365 days, simple and per second', () => {
  const reward = (seconds: bigint) => accruedOf([{ amount: 1_000n * NANO, index: 0n }], rewardIndex(QUARTER, seconds));
  expect(reward(YEAR)).toBe(250n * NANO);
  expect(reward(2n * YEAR)).toBe(500n * NANO);
  expect(reward(1n)).toBe((1_000n * NANO * 25n) / (100n * YEAR));
  expect(reward(0n)).toBe(0n);
});

test('a changed rate counts from its own second on', () => {
  const periods = [
    { from: 0n, rate: 250_000n },
    { from: YEAR, rate: 50_000n },
  ];
  const lots = [{ amount: 100n * NANO, index: 0n }];
  expect(accruedOf(lots, rewardIndex(periods, YEAR))).toBe(25n * NANO);
  expect(accruedOf(lots, rewardIndex(periods, 2n * YEAR))).toBe(30n * NANO);
  expect(rewardIndex(periods, 10n)).toBe(2_500_000n);
  expect(rewardIndex([], YEAR)).toBe(0n);
  expect(rewardIndex([{ from: 100n, rate: 1n }], 50n)).toBe(0n);
});

test('a stake that was reversed at its own index never earned', () => {
  const lots: Lot[] = [
    { amount: 50n * NANO, index: 700n },
    { amount: -50n * NANO, index: 700n },
  ];
  expect(accruedOf(lots, INDEX_PER_UNIT)).toBe(0n);
});

test('nothing staked uses nothing up', () => expect(exhaustionIndex(1n, 0n, 0n)).toBeNull());

test('all rewards together never exceed the pool, for any stakes at any time', () => {
  const lot = fc.record({
    amount: fc.bigInt({ min: 1n, max: 492_000_000n * NANO }),
    at: fc.bigInt({ min: 0n, max: 20n * YEAR }),
  });
  fc.assert(
    fc.property(
      fc.array(lot, { minLength: 1, maxLength: 20 }),
      fc.bigInt({ min: 0n, max: 98_680_000n * NANO }),
      fc.bigInt({ min: 0n, max: 100n * YEAR }),
      (wanted, pool, ahead) => {
        let staked = 0n;
        let weighted = 0n;
        const lots: Lot[] = [];
        for (const { amount, at } of wanted.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
          const index = boundedIndex(rewardIndex(QUARTER, at), pool, staked, weighted);
          lots.push({ amount, index });
          staked += amount;
          weighted += amount * index;
        }
        const end = boundedIndex(rewardIndex(QUARTER, 20n * YEAR + ahead), pool, staked, weighted);
        const paid = lots.reduce((sum, one) => sum + accruedOf([one], end), 0n);
        expect(paid <= pool).toBe(true);
        expect(accruedOf(lots, end) >= paid).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

test('a stake never earns less than nothing, even before it starts', () => {
  expect(accrued(10n, 30n * INDEX_PER_UNIT, INDEX_PER_UNIT)).toBe(0n);
});

test('an index that the pool can pay stays as it is', () => {
  expect(boundedIndex(5n, 10n ** 30n, 1n, 0n)).toBe(5n);
});
