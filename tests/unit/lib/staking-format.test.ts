import { describe, expect, it } from 'vitest';
import { DEFAULT_STAKING_APY } from '#src/config/sale.ts';
import {
  balanceBar,
  dailyRate,
  isPositive,
  monthlyRate,
  partOf,
  percentOf,
  quantumShare,
  yearlyRate,
} from '#src/lib/money/staking-format.ts';

describe('the staking rate', () => {
  it('[R9.044] is 25 % if the configuration has none', () => {
    expect(yearlyRate(undefined, DEFAULT_STAKING_APY)).toBe('25');
    expect(yearlyRate('abc', DEFAULT_STAKING_APY)).toBe('25');
    expect(yearlyRate('18.5', DEFAULT_STAKING_APY)).toBe('18.5');
  });

  it('[R9.045] per month is a twelfth with two decimals', () => {
    expect(monthlyRate('25')).toBe('2.08');
    expect(monthlyRate('20')).toBe('1.67');
  });

  it('[R9.046] per day is a 365th with three decimals', () => {
    expect(dailyRate('25')).toBe('0.068');
    expect(dailyRate('15')).toBe('0.041');
  });
});

describe('the quantum share', () => {
  it('[R9.047] is the own stake by all stakes in percent with four decimals', () => {
    expect(quantumShare('1500', '2345678.5')).toBe('0.0639');
    expect(quantumShare('1', '3')).toBe('33.3333');
    expect(quantumShare('98680000.000000001', '98680000.000000001')).toBe('100.0000');
  });

  it('is zero, not an error, while nothing is staked', () => {
    expect(quantumShare('0', '0')).toBe('0.0000');
  });

  it('is never more than everything, even when the total is the older answer', () => {
    expect(quantumShare('9470', '0')).toBe('100.0000');
    expect(quantumShare('9470', '10')).toBe('100.0000');
  });
});

it('[R9.048] the balance bar is full at 1,000,000 staked', () => {
  expect(balanceBar('0')).toBe(0);
  expect(balanceBar('250000')).toBe(25);
  expect(balanceBar('1000000')).toBe(100);
  expect(balanceBar('5000000')).toBe(100);
});

it('only more than zero is positive', () => {
  expect(isPositive(undefined)).toBe(false);
  expect(isPositive('0.000000000')).toBe(false);
  expect(isPositive('0.000000001')).toBe(true);
});

it('a part is in percent of its whole, and a percentage of an amount in whole units', () => {
  expect(percentOf('1', '8', 1)).toBe('12.5');
  expect(percentOf('1', '0', 1)).toBe('0');
  expect(partOf('1000.5', '12.5')).toBe('125');
  expect(partOf('7', '50')).toBe('3');
});
