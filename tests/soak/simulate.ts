import { describeFailure, findCause } from '#tests/support/simulation/find-cause.ts';
import { runSeed } from '#tests/support/simulation/run-seed.ts';
import { FEATURES } from '#tests/support/simulation/sim-world.ts';

const RUNS = 10_000;
const REPORT_EVERY = 500;

/**
 * Plays simulations (docs/testing.md, "The simulation"): `simulate [runs] [first seed]`, or one seed with all that
 * happens in it: `simulate seed <seed> [features]`. A failing seed is reduced to the features that it needs.
 */
export async function soakSimulations(args: readonly string[]): Promise<boolean> {
  if (args[0] === 'seed') return showSeed(Number(args[1]), args.slice(2));
  const runs = Number(args[0] ?? RUNS);
  const first = Number(args[1] ?? 1);
  const begun = Date.now();
  const total = { credits: 0, reversals: 0, refunds: 0, failed: 0 };
  for (let seed = first; seed < first + runs; seed += 1) {
    const report = await runSeed(seed);
    total.credits += report.counts.credits;
    total.reversals += report.counts.reversals;
    total.refunds += report.counts.refunds;
    if (report.complaints.length > 0) {
      total.failed += 1;
      console.log(describeFailure(await findCause(report)));
    }
    const played = seed - first + 1;
    if (played % REPORT_EVERY === 0 || played === runs)
      console.log(
        `${played} simulations in ${Math.round((Date.now() - begun) / 1000)} s: ${total.credits} credits, ` +
          `${total.reversals} reversals, ${total.refunds} refunds due, ${total.failed} seeds failed`,
      );
  }
  return total.failed === 0;
}

async function showSeed(seed: number, names: readonly string[]): Promise<boolean> {
  const features = FEATURES.filter((feature) => names.includes(feature.replaceAll(' ', '-')));
  const report = await runSeed(seed, names.length === 0 ? {} : { features });
  for (const line of report.lines) console.log(line);
  for (const complaint of report.complaints) console.log(`WRONG: ${complaint}`);
  console.log(`seed ${seed}: digest ${report.digest}`);
  return report.complaints.length === 0;
}
