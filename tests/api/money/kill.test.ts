import { expect, test } from 'vitest';
import { eachEngine, playsAll } from '#tests/support/each-engine.ts';
import { killRounds } from '#tests/support/kill-rounds.ts';
import { killWhileCrediting } from '#tests/support/kill-while-crediting.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { sized } from '#tests/support/sized.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

/** A slice in every run; the soak kills a hundred times. */
const KILLS = { sqlite: sized(4, 1), postgres: sized(2, 1) } as const;
/** Payments of one transaction, credited fifty at a time. */
const TRANSFERS = { sqlite: sized(500, 200), postgres: sized(300, 150) } as const;

const chains = onceForAll(startTestChains);

eachEngine('kill -9 while recording', (open, engine) => {
  test('loses nothing that was acknowledged, doubles nothing, and is ready again', {
    timeout: 600_000,
    tags: engine === 'sqlite' ? [] : 'long',
  }, async () => {
    const place = await open();
    const report = await killRounds(KILLS[place.engine], 1, chains, place.location);
    expect(report.faults).toEqual([]);
    expect(report.payments).toBe(40 * KILLS[place.engine]);
    expect(report.acknowledged).toBeGreaterThan(0);
    // Processor time, not wall-clock time: the machine has other work. The soak checks the wall clock's three seconds.
    expect(report.slowestCpuMs).toBeLessThan(6_000);
  });

  test.runIf(playsAll(engine))(
    'leaves of credits that share a commit all or none, and credits the rest after it',
    { timeout: 600_000, tags: 'long' },
    async () => {
      const place = await open();
      // Chains without the payments above: those would share commits with these, and divide their pages.
      const own = await startTestChains();
      const report = await killWhileCrediting(sized(2, 1), TRANSFERS[place.engine], own, place).finally(() =>
        own.stop(),
      );
      expect(report.faults).toEqual([]);
      expect(report.credited).toBe(TRANSFERS[place.engine]);
    },
  );
});
