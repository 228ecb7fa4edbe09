import { expect, test } from 'vitest';
import { MISSIONS } from '#src/config/missions.ts';
import { openFirst } from '#src/islands/airdrop-dashboard/mission-state.ts';

/** The ten missions by their numbers; only those named are available. */
const missions = (...available: readonly string[]) =>
  MISSIONS.map(({ id }, index) => ({
    ...{ id, number: index + 1, available: available.includes(id) },
    reason: available.includes(id) ? null : ('not-configured' as const),
  }));
const numbers = (parts: readonly (readonly { readonly number: number }[])[]) =>
  parts.map((part) => part.map(({ number }) => number));

test('missions that anybody can do come first, each with its number', () => {
  const few = missions('checkIn', 'socialShare', 'referral', 'createVideo');
  // Sharing needs a followed X account, which cannot be followed here.
  expect(numbers(openFirst(few, false))).toEqual([
    [3, 7, 10],
    [1, 2, 4, 5, 6, 8, 9],
  ]);
  const all = missions(...MISSIONS.map(({ id }) => id));
  expect(numbers(openFirst(all, true))).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], []]);
});
