import { expect, test } from 'vitest';
import { planStake } from '#src/lib/money/stake-plan.ts';

const POOL = { rate: '25', perYear: '8970000' };

test('a stake earns simple interest, by the month', () => {
  const pool = { ...POOL, total: '0' };
  expect(planStake('100000', 12, pool)).toEqual({ reward: '25000', staked: '100000', isBeyond: false });
  expect(planStake('100000', 3, pool).reward).toBe('6250');
  expect(planStake('100000', 0, pool).reward).toBe('0');
  expect(planStake('', 12, pool)).toEqual({ reward: '0', staked: '0', isBeyond: false });
});

test('up to what the pool sustains the rate counts, and beyond it the part of what the pool pays', () => {
  // 8.97M a year are 25 % of 35.88M.
  const full = planStake('880000', 12, { ...POOL, total: '35000000' });
  expect(full).toEqual({ reward: '220000', staked: '35880000', isBeyond: false });
  const beyond = planStake('1000000', 12, { ...POOL, total: '38880000' });
  expect(beyond).toEqual({ reward: String(Math.floor(8_970_000 / 39.88)), staked: '39880000', isBeyond: true });
  expect(planStake('1110000000', 12, { ...POOL, total: '0' }).reward).toBe('8970000');
});
