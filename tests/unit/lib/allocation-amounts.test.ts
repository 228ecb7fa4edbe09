import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AllocationTerms, allocationBy, type WalletBooks } from '#src/lib/allocation/amounts.ts';
import { type AllocationEntry, AMOUNT_KINDS } from '#src/lib/allocation/entry.ts';
import { unlockedOf, unlocksAfter } from '#src/lib/allocation/unlocking.ts';
import { accrued, boundedIndex, rewardIndex } from '#src/lib/money/accrual.ts';

const NANO = 1_000_000_000n;
const DAY = 86_400n;
const YEAR = 365n * DAY;
const REWARDS_POOL = 98_680_000n * NANO;
const AIRDROP_POOL = 86_000_000n * NANO;
const seconds = (date: string) => BigInt(Date.parse(date)) / 1_000n;
const OPENED = seconds('2025-06-01');
const SNAPSHOT = seconds('2026-12-01');

interface Lot {
  readonly wallet: number;
  readonly amount: bigint;
  readonly at: bigint;
}

/** The books after these stakes, each at its own time, and the terms of an opening some days after the snapshot. */
function books(lots: readonly Lot[], points: readonly bigint[], daysAhead: bigint) {
  const rates = [{ from: OPENED, rate: 250_000n }];
  const wallets = points.map((own, index) => ({
    address: `0x${String(index).padStart(40, '0')}`,
    available: BigInt(index),
    staked: 0n,
    weighted: 0n,
    points: own,
  }));
  let [staked, weighted] = [0n, 0n];
  for (const { wallet, amount, at } of lots.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const index = boundedIndex(rewardIndex(rates, at), REWARDS_POOL, staked, weighted);
    const own = wallets[wallet % wallets.length] as (typeof wallets)[number];
    own.staked += amount;
    own.weighted += amount * index;
    staked += amount;
    weighted += amount * index;
  }
  const terms: AllocationTerms = {
    staked,
    weighted,
    points: sum(points),
    rewardsPool: REWARDS_POOL,
    airdropPool: AIRDROP_POOL,
    rates,
    rateAfter: 50_000n,
    generated: null,
    snapshot: SNAPSHOT,
    opens: SNAPSHOT + daysAhead * DAY,
  };
  return { wallets: wallets as readonly WalletBooks[], terms };
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const allocate = (wallets: readonly WalletBooks[], terms: AllocationTerms) =>
  wallets.map((wallet) => allocationBy(terms)(wallet));
const of = (entries: readonly (AllocationEntry | null)[], kind: (typeof AMOUNT_KINDS)[number]) =>
  entries.map((entry) => entry?.[kind] ?? 0n);

const lots = fc.array(
  fc.record({
    wallet: fc.nat(9),
    amount: fc.bigInt({ min: 1n, max: 100_000_000n * NANO }),
    at: fc.bigInt({ min: OPENED, max: SNAPSHOT }),
  }),
  { maxLength: 15 },
);
const points = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 2, maxLength: 10 });
const days = fc.bigInt({ min: 0n, max: 2_000n });

describe('what a wallet is allocated', () => {
  test('is its balance, its stakes, their rewards at 25 % and then 5 % until the unlock, and its part of the airdrop', () => {
    const at = SNAPSHOT - 100n * DAY;
    const { wallets, terms } = books([{ wallet: 1, amount: 73_000n * NANO, at }], [1n, 2n], 20n);
    expect(allocationBy(terms)(wallets[1] as WalletBooks)).toEqual({
      address: `0x${'1'.padStart(40, '0')}`,
      bought: 1n,
      staked: 73_000n * NANO,
      // 73,000 earn 50 a day at 25 %, and 10 a day at 5 %: 120 days until claiming opens, 7 more until the unlock.
      rewards: (120n * 50n + 7n * 10n) * NANO,
      airdrop: (2n * AIRDROP_POOL) / 3n,
    });
  });

  test('earns 5 % from the recorded beginning of the token on, which changes nothing before the books were read', () => {
    const { wallets, terms } = books([{ wallet: 0, amount: 73_000n * NANO, at: SNAPSHOT - 10n * DAY }], [0n, 0n], 20n);
    const rewards = (generated: bigint) => allocationBy({ ...terms, generated })(wallets[0] as WalletBooks)?.rewards;
    expect(rewards(SNAPSHOT + 5n * DAY)).toBe((15n * 50n + 22n * 10n) * NANO);
    expect(rewards(SNAPSHOT)).toBe((10n * 50n + 27n * 10n) * NANO);
    expect(rewards(seconds('2025-11-01'))).toBe(rewards(SNAPSHOT));
  });

  test('is nothing for a wallet with nothing, and no list for a day before the books were read', () => {
    const { wallets, terms } = books([], [0n, 0n], 0n);
    expect(allocate(wallets, terms)[0]).toBeNull();
    expect(() => allocationBy({ ...terms, opens: SNAPSHOT - 1n })).toThrow(RangeError);
  });

  test('never adds up to more than the pools, and leaves of the airdrop less than one unit for each wallet', () => {
    fc.assert(
      fc.property(lots, points, days, (stakes, own, ahead) => {
        const { wallets, terms } = books(stakes, own, ahead);
        const entries = allocate(wallets, terms);
        expect(sum(of(entries, 'rewards')) <= REWARDS_POOL).toBe(true);
        const left = AIRDROP_POOL - sum(of(entries, 'airdrop'));
        if (terms.points > 0n) expect(left >= 0n && left < BigInt(own.length)).toBe(true);
        else expect(left).toBe(AIRDROP_POOL);
        // Bought and staked are those of the books, to the last unit.
        expect(sum(of(entries, 'bought'))).toBe(sum(wallets.map(({ available }) => available)));
        expect(sum(of(entries, 'staked'))).toBe(terms.staked);
        // Every wallet once.
        const listed = entries.flatMap((entry) => entry?.address ?? []);
        expect(new Set(listed).size).toBe(listed.length);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  test('is never less than the wallet had earned, nor less for a later opening or for more points', () => {
    fc.assert(
      fc.property(lots, points, days, days, (stakes, own, one, other) => {
        const [soon, late] = one < other ? [one, other] : [other, one];
        const { wallets, terms } = books(stakes, own, soon);
        const entries = allocate(wallets, terms);
        const delayed = allocate(wallets, { ...terms, opens: SNAPSHOT + late * DAY });
        const now = boundedIndex(rewardIndex(terms.rates, SNAPSHOT), REWARDS_POOL, terms.staked, terms.weighted);
        wallets.forEach(({ staked, weighted }, index) => {
          const rewards = entries[index]?.rewards ?? 0n;
          expect(rewards >= accrued(staked, weighted, now)).toBe(true);
          expect((delayed[index]?.rewards ?? 0n) >= rewards).toBe(true);
        });
        const ranked = wallets.map((wallet, index) => [wallet.points, entries[index]?.airdrop ?? 0n] as const);
        for (const [more, share] of ranked)
          for (const [fewer, part] of ranked) expect(more < fewer || share >= part).toBe(true);
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe('what unlocks', () => {
  test.each([
    ['2025-12-01', '2026-03-01', '2026-03-20'],
    ['2026-02-28', '2026-03-07', '2026-03-20'],
    ['2026-03-20', '2026-03-27', '2026-03-20'],
    ['2027-01-31', '2027-02-07', '2027-01-31'],
  ])('with claiming open from %s: stakes on %s, rewards on %s', (opens, staked, rewards) => {
    const at = seconds(opens);
    expect(unlocksAfter(at)).toEqual({
      bought: { start: at, end: at },
      staked: { start: seconds(staked), end: seconds(staked) },
      rewards: { start: seconds(rewards), end: seconds(rewards) },
      airdrop: { start: at, end: at + YEAR },
    });
  });

  test('is nothing before, everything after, never less than before, and of the airdrop an equal part each day', () => {
    const { airdrop, bought } = unlocksAfter(SNAPSHOT);
    expect(unlockedOf(365n * NANO, airdrop, SNAPSHOT + 100n * DAY)).toBe(100n * NANO);
    expect(unlockedOf(7n, bought, SNAPSHOT - 1n)).toBe(0n);
    expect(unlockedOf(7n, bought, SNAPSHOT)).toBe(7n);
    const time = fc.bigInt({ min: -YEAR, max: 3n * YEAR });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), time, time, (amount, one, other) => {
        const [first, second] = one < other ? [one, other] : [other, one];
        for (const kind of AMOUNT_KINDS) {
          const unlocking = unlocksAfter(SNAPSHOT)[kind];
          const [before, after] = [first, second].map((ahead) => unlockedOf(amount, unlocking, SNAPSHOT + ahead));
          expect((before as bigint) <= (after as bigint)).toBe(true);
          if (SNAPSHOT + first < unlocking.start) expect(before).toBe(0n);
          if (SNAPSHOT + second >= unlocking.end) expect(after).toBe(amount);
        }
      }),
      { seed: 6 },
    );
  });
});
