import { expect, test } from 'vitest';
import { HOLDING_TERMS } from '#src/config/holding-terms.ts';
import { NANO_PER_SYNX, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import { airdropOf, type HoldingRecord, holdingsCount } from '#src/lib/money/recount-holdings.ts';

const YEAR_S = 31_536_000;
const OPENED = Date.parse('2026-05-04T12:00:00.000Z');
const at = (seconds: number) => new Date(OPENED + seconds * 1_000).toISOString();
const [ANN, BEN] = ['0xa', '0xb'];

const credited = (wallet: string, tokens: string, payment = wallet): HoldingRecord => ({
  event: 'credited',
  data: { payment, wallet, tokens, chainId: 1, token: 'USDC', amount: '500000000', coinPrice: null },
});
const rate = (percent: string, seconds: number): HoldingRecord => ({
  event: 'rate',
  data: { rate: percent, since: at(seconds) },
});
/** Lots as [seconds of the index at 25 %, tokens]. */
const stake = (event: 'staked' | 'unstaked', transfer: number, lots: [number, string][], seconds: number) => ({
  event,
  data: {
    transfer,
    wallet: ANN,
    tokens: String(lots.reduce((sum, [, tokens]) => sum + Number(tokens), 0)),
    since: at(seconds),
    lots: lots.map(([from, tokens]) => ({ index: String(250_000 * from), tokens })),
  },
});
const points = (entry: number, wallet: string, gained: number, more: object = {}): HoldingRecord => ({
  event: 'reverses' in more ? 'undone' : 'appended',
  data: { entry, wallet, points: gained, mission: 'checkIn', reason: 'check-in', ...more },
});
const countOf = (records: readonly HoldingRecord[], seconds = 0) => {
  const count = holdingsCount(HOLDING_TERMS);
  for (const record of records) count.add(record);
  return count.at(OPENED + seconds * 1_000);
};
const SALE = [credited(ANN, '1000'), rate('25', 0)];

test('a year at 25 % earns a quarter, and nothing before the stake', () => {
  const { wallets, problems } = countOf([...SALE, stake('staked', 1, [[100, '400']], 100)], 100 + YEAR_S);
  expect(problems).toEqual([]);
  expect(wallets.get(ANN)).toMatchObject({ bought: 1_000n * NANO_PER_SYNX, staked: 400n * NANO_PER_SYNX });
  expect(wallets.get(ANN)?.earned).toBe(100n * NANO_PER_SYNX);
});

test('a rate recorded late counts from its time, and the stake before it stays right', () => {
  const late = [...SALE, stake('staked', 1, [[10, '400']], 10), rate('0', 20)];
  const { wallets, problems } = countOf(late, YEAR_S);
  expect(problems).toEqual([]);
  expect(wallets.get(ANN)?.earned).toBe((400n * NANO_PER_SYNX * 250_000n * 10n) / (10n ** 6n * BigInt(YEAR_S)));
});

test('the pool is all that everybody earns', () => {
  const all = STAKING_POOL_SYNX * 10n;
  const { wallets } = countOf(
    [credited(ANN, String(all)), rate('25', 0), stake('staked', 1, [[0, String(all)]], 0)],
    YEAR_S * 9,
  );
  expect(wallets.get(ANN)?.earned).toBe(STAKING_POOL_SYNX * NANO_PER_SYNX);
});

test('stakes count in the order of their transfers, whenever they were recorded', () => {
  const [first, second] = [stake('staked', 1, [[10, '100']], 10), stake('staked', 2, [[20, '200']], 20)];
  const undone = stake(
    'unstaked',
    3,
    [
      [20, '200'],
      [10, '50'],
    ],
    30,
  );
  expect(countOf([...SALE, undone, second, first], 40)).toMatchObject({ problems: [], staked: 50n * NANO_PER_SYNX });
});

test.each<[string, HoldingRecord[], RegExp]>([
  ['a stake earns from before its time', [stake('staked', 1, [[50, '400']], 100)], /transfer 1 does not earn from/],
  [
    'an older lot was undone instead of the latest',
    [
      stake('staked', 1, [[10, '100']], 10),
      stake('staked', 2, [[20, '100']], 20),
      stake('unstaked', 3, [[10, '100']], 30),
    ],
    /undone by transfer 3 is not the latest/,
  ],
  ['more is staked than was bought', [stake('staked', 1, [[10, '1001']], 10)], /has staked more than it has/],
  [
    'points are taken back twice',
    [points(1, ANN, 9), points(2, ANN, -9, { reverses: 1 }), points(3, ANN, -9, { reverses: 1 })],
    /entry 3 do not reverse entry 1/,
  ],
  [
    'points of another wallet are taken back',
    [points(1, BEN, 9), points(2, ANN, -9, { reverses: 1 })],
    /entry 2 do not/,
  ],
  [
    'other points than given are taken back',
    [points(1, ANN, 9), points(2, ANN, -8, { reverses: 1 })],
    /entry 2 do not/,
  ],
])('it is a fault if %s', (_, records, problem) => {
  expect(countOf([...SALE, ...records], 200).problems).toEqual([expect.stringMatching(problem)]);
});

test('a wallet shares the airdrop by a purchase of the minimum or a standing reviewed mission', () => {
  const reviewed = { mission: 'xFollow', reason: 'mission' };
  const base = [...SALE, points(1, ANN, 30), points(2, BEN, 60, reviewed), points(3, '0xc', 1_000)];
  const before = countOf(base);
  expect(before.points).toBe(90n);
  const of = (wallet: string, { wallets, points: all } = before) => {
    const holding = wallets.get(wallet);
    return holding === undefined ? null : airdropOf(holding, all, 1_000n);
  };
  expect([of(ANN), of(BEN), of('0xc')]).toEqual([333n, 666n, 0n]);
  const undone = countOf([...base, points(4, BEN, -60, { ...reviewed, reason: 'reversal', reverses: 2 })]);
  expect([undone.points, of(BEN, undone)]).toEqual([30n, 0n]);
  const reversed = countOf([...base, { event: 'reversed', data: { payment: ANN } }]);
  expect([reversed.points, of(ANN, reversed)]).toEqual([60n, 0n]);
});
