import { afterEach, expect, test, vi } from 'vitest';
import { GET } from '#src/pages/[...locale]/unlock-dates.ics.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['2025-10-01', ['tge', 'stakeUnlock', 'rewardsUnlock']],
  ['2026-03-10', ['rewardsUnlock']],
  ['2026-11-30', []],
])('the calendar of a site of %s lists the dates to come, and none that went by', async (day, keys) => {
  vi.stubEnv('PUBLIC_SOURCE_TIME', `${day}T00:00:00Z`);
  const answer = await GET({ props: { locale: 'en' } } as never);
  const text = await (answer as Response).text();
  expect(Array.from(text.matchAll(/UID:(\w+)@synx/g), ([, key]) => key)).toEqual(keys);
});
