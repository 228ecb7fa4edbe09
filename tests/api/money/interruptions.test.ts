// @module-tag long
import { expect, test } from 'vitest';
import { sizedEngines } from '#tests/support/each-engine.ts';
import { runInterruptions } from '#tests/support/interruptions/run-interruptions.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { sized } from '#tests/support/sized.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

/** A few in every run, at least one for each kind of interruption; the soak plays two hundred. */
const FEW = { sqlite: sized(10, 6), postgres: 5 } as const;
/** Blocks come in real time here: a server that a busy machine restarts in a minute must still be able to read them. */
const KEPT_STATES = 5_000;
/** Every kind of interruption, and one kill: a restart takes most of the time. */
const SEED = Number(process.env.INTERRUPTED_SEED ?? 26);

const chains = onceForAll(() => startTestChains({ keptStates: KEPT_STATES }));

sizedEngines('purchases through random interruptions', (open) => {
  test('end with every payment credited exactly once or shown in its true state', { timeout: 3_600_000 }, async () => {
    const place = await open();
    const count = Number(process.env.INTERRUPTED_PURCHASES ?? FEW[place.engine]);
    const report = await runInterruptions({ count, seed: SEED, chains, location: place.location });
    process.stdout.write(`${place.engine}: ${JSON.stringify({ ...report, faults: report.faults.length })}\n`);
    expect(report.faults).toEqual([]);
    expect(report.payments).toBe(count);
    // It was worth playing: everything happened, and some payments are credited at the end.
    for (const [kind, times] of Object.entries(report.interruptions)) expect(times, kind).toBeGreaterThan(0);
    expect(report.kills).toBeGreaterThan(0);
    expect(report.statuses.credited).toBeGreaterThan(0);
  });
});
