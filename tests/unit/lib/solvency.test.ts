import { expect, it } from 'vitest';
import { solvency } from '#src/lib/money/solvency.ts';

const POOL = '98680000';
const PER_YEAR = '8961480';

it('a full sale at 25 % uses more than the pool in a year', () => {
  // 25 % of 492M are 123M per year, out of 98.68M.
  expect(solvency('492000000', '25', POOL, PER_YEAR)).toEqual({
    perYear: '123000000',
    years: '0.8',
    limit: '35845920',
  });
});

it('the alternate rate of 7.77 % fits about 115M staked', () => {
  expect(solvency('1', '7.77', POOL, PER_YEAR).limit).toBe('115334362');
});

it('nothing staked uses nothing; without a rate there is no limit', () => {
  expect(solvency('0', '25', POOL, PER_YEAR)).toMatchObject({ perYear: '0', years: null });
  expect(solvency('1000', '0', POOL, PER_YEAR)).toEqual({ perYear: '0', years: null, limit: null });
});
