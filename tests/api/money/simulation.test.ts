import { expect, test } from 'vitest';
import { describeFailure, findCause } from '#tests/support/simulation/find-cause.ts';
import { featuresOf, runSeed } from '#tests/support/simulation/run-seed.ts';
import { FEATURES } from '#tests/support/simulation/sim-world.ts';
import { sized } from '#tests/support/sized.ts';

const LONGEST_MS = 30_000;
/** Fewer have no refund among them. */
const LEAST = 8;
/** `npm run soak -- simulate` plays ten thousand. */
const SEEDS = sized(200, LEAST);

test(`${SEEDS} simulations, or as many as half a minute takes, credit exactly what the chains show [G11]`, async () => {
  const until = Date.now() + LONGEST_MS;
  const total = { credits: 0, reversals: 0, refunds: 0 };
  let seed = 1;
  for (; seed <= SEEDS && (seed <= LEAST || Date.now() < until); seed += 1) {
    const report = await runSeed(seed);
    if (report.complaints.length > 0) expect.fail(describeFailure(await findCause(report)));
    total.credits += report.counts.credits;
    total.reversals += report.counts.reversals;
    total.refunds += report.counts.refunds;
  }
  // The simulations were worth playing.
  expect(total.credits).toBeGreaterThan(10 * (seed - 1));
  expect(total.reversals).toBeGreaterThan(0);
  expect(total.refunds).toBeGreaterThan(0);
});

test('a seed is the same simulation each time, a failing one as well [G11]', { tags: 'long' }, async () => {
  const everything = { features: FEATURES };
  const first = await runSeed(7, everything);
  const again = await runSeed(7, everything);
  expect(again.lines).toEqual(first.lines);
  expect(again.digest).toBe(first.digest);
  expect((await runSeed(8, everything)).digest).not.toBe(first.digest);
});

test('a server that believes a single source fails, and the report says how to repeat it [G11]', {
  tags: 'long',
}, async () => {
  // A lie that one source tells is seldom believed even then: of the first seeds, it is in the sixtieth.
  for (let seed = 60; seed <= 200; seed += 1) {
    if (!featuresOf(seed).includes('false sources')) continue;
    const report = await runSeed(seed, { quorum: 1 });
    if (report.complaints.length === 0) continue;
    const cause = await findCause(report, { quorum: 1 });
    expect(cause.features).toContain('false sources');
    expect(cause.features.length).toBeLessThan(report.features.length);
    expect((await runSeed(seed, { quorum: 1, features: cause.features })).digest).toBe(cause.digest);
    expect(describeFailure(cause)).toContain(`npm run soak -- simulate seed ${seed} `);
    return;
  }
  expect.fail('many seeds with lying sources, and none of them was believed');
});
