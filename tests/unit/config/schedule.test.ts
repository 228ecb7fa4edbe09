import { expect, test } from 'vitest';
import facts from '#content/facts.json' with { type: 'json' };
import { LOYALTY_STEPS } from '#src/config/loyalty.ts';
import { SCHEDULE } from '#src/config/schedule.ts';

test('dates and discounts are those of the facts', () => {
  const date = (key: string) => SCHEDULE.find((event) => event.key === key)?.date;
  expect(date('tge')).toBe(facts['staking.tge'].value);
  expect(date('stakeUnlock')).toBe(facts['staking.unlock'].value);
  expect(date('rewardsUnlock')).toBe(facts['staking.rewardsUnlock'].value);
  expect(LOYALTY_STEPS.map(({ fromSynx, percent }) => [String(fromSynx), String(percent)])).toEqual([
    [facts['loyalty.second.tokens'].value, facts['loyalty.second.percent'].value],
    [facts['loyalty.first.tokens'].value, facts['loyalty.first.percent'].value],
  ]);
});
