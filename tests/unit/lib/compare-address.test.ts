import { expect, it } from 'vitest';
import { compareAddress } from '#src/lib/text/compare-address.ts';

const OURS = '0x52908400098527886E0F7030069857D2E4169EE7';
const KNOWN = [{ name: 'Presale', address: OURS }];

it('matches in any letter case, with spaces around', () => {
  expect(compareAddress(` ${OURS} `, KNOWN)).toEqual({ kind: 'match', name: 'Presale' });
  expect(compareAddress(OURS.toLowerCase(), KNOWN)).toEqual({ kind: 'match', name: 'Presale' });
});

it('warns of an address with the same ends, as thieves generate them', () => {
  const poisoned = `0x5290${'1'.repeat(32)}9EE7`;
  expect(compareAddress(poisoned, KNOWN)).toMatchObject({ kind: 'similar', name: 'Presale' });
});

it('warns of six equal characters at the ends, not of five', () => {
  const alike = (count: number) => `0x${OURS.slice(2, 2 + count)}${'1'.repeat(40 - count)}`;
  expect(compareAddress(alike(6), KNOWN).kind).toBe('similar');
  expect(compareAddress(alike(5), KNOWN).kind).toBe('other');
});

it('counts the differences in an address with a typing error', () => {
  const slip = OURS.replace('8527', '8572');
  expect(compareAddress(slip, KNOWN)).toEqual({ kind: 'similar', name: 'Presale', count: 2 });
});

it('counts the differences where both ends have a typing error', () => {
  const slips = `0x6${OURS.slice(3, -1)}6`;
  expect(compareAddress(slips, KNOWN)).toEqual({ kind: 'similar', name: 'Presale', count: 2 });
});

it('tells a different address from an invalid one', () => {
  expect(compareAddress(`0x${'1'.repeat(40)}`, KNOWN)).toEqual({ kind: 'other' });
  for (const text of ['', '0x12', OURS.slice(0, -1), `${OURS}0`, `0${OURS}`])
    expect(compareAddress(text, KNOWN).kind).toBe('invalid');
});
