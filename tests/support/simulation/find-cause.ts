import { runSeed, type SeedReport, type SimulationOptions } from './run-seed.ts';
import type { Feature } from './sim-world.ts';

/** The lines of a failing run that are printed: those about the fault, and the last ones. */
const LAST_LINES = 25;

/** Leaves out every kind of event that a failing seed fails without, one after the other. */
export async function findCause(report: SeedReport, options: SimulationOptions = {}): Promise<SeedReport> {
  let smallest = report;
  for (const feature of report.features) {
    const features: readonly Feature[] = smallest.features.filter((other) => other !== feature);
    const without = await runSeed(report.seed, { ...options, features });
    if (without.complaints.length > 0) smallest = without;
  }
  return smallest;
}

/** What a person needs to repeat a failing seed and to begin to understand it. */
export function describeFailure({ seed, features, complaints, lines }: SeedReport): string {
  // The hashes that the complaints name.
  const names = [...new Set(complaints.flatMap((complaint) => complaint.match(/…[0-9a-f]{6}/g) ?? []))].map((name) =>
    name.slice(1),
  );
  const about = lines.filter(
    (line, at) =>
      at >= lines.length - LAST_LINES ||
      names.some((name) => line.includes(name)) ||
      /reorganisation|killed|runs$/.test(line),
  );
  return [
    `seed ${seed} fails, with ${features.length === 0 ? 'plain payments alone' : features.join(', ')}:`,
    ...complaints.slice(0, 10).map((complaint) => `  ${complaint}`),
    'What happened:',
    ...about.map((line) => `  ${line}`),
    `Repeat it: npm run soak -- simulate seed ${seed} ${features.map((feature) => feature.replaceAll(' ', '-')).join(' ')}`,
  ].join('\n');
}
