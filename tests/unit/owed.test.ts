import { expect, test } from 'vitest';
import { owed } from '#src/components/landing/owed.ts';

test('who runs the site is owed until it is named with an address to write to', () => {
  const operator = { name: 'Example AG', office: 'Example Street 1, Zug', register: null, email: null };
  const isOwed = (named: Parameters<typeof owed>[0]) => owed(named).some(({ id }) => id === 'operator');
  expect([null, operator, { ...operator, email: 'help@synx.example' }].map(isOwed)).toEqual([true, true, false]);
});
