// npm test [-- stage… | changed] [-- arguments for vitest and Playwright, such as -t name]
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changedFiles } from './run/changed-files.ts';
import { dropSettings } from './run/clean-env.ts';
import { asOne, type Counts, countsLine, sum } from './run/counts.ts';
import { importGraph } from './run/import-graph.ts';
import { makeRunFolder } from './run/memory-folder.ts';
import { stopRunning } from './run/run-command.ts';
import { inOrder, selectStages } from './run/select-stages.ts';
import { slowestFiles } from './run/slowest.ts';
import { type Context, STAGES, type Stage } from './run/stages.ts';
import { touched } from './run/touched.ts';
import { findBinaries } from './support/postgres/find-binaries.ts';

interface Result {
  name: string;
  counts: Counts;
  seconds: number;
}

const root = join(import.meta.dirname, '..');
/** How many of the slowest files a run names. */
const SLOWEST = 10;

process.chdir(root);
dropSettings();
let stopped: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = signal;
    if (signal !== 'SIGINT') stopRunning(signal);
  });
}

// Databases and their like are in memory: the suite is not about the disk, and spends a quarter of its time on it.
const folder = makeRunFolder();
process.env.TMPDIR = folder;
// Apart from what the tests leave in the folder.
const reports = join(folder, 'reports');
mkdirSync(reports);
try {
  const { stages, rest, files } = select();
  const results: Result[] = [];
  for (const stage of STAGES) {
    if (stages.includes(stage.name) && !stopped) results.push(await runStage(stage, { reports, rest, files }, results));
  }
  await conclude(results);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What the command line asks for; says which tests a change leads to. */
function select(): { stages: readonly string[]; rest: readonly string[]; files: Map<string, readonly string[]> } {
  const built = existsSync('dist');
  const { stages, rest, changed } = selectStages(process.argv.slice(2), STAGES, built);
  if (!changed) return { stages, rest, files: new Map() };
  const names = changedFiles(root);
  const found = touched(names, importGraph(root));
  console.log(`Changed: ${names.join(' ')}`);
  for (const [stage, files] of found) console.log(`${stage.padEnd(8)} ${files === 'all' ? 'all' : files.join(' ')}`);
  const narrowed = [...found].flatMap(([stage, files]) => (files === 'all' ? [] : [[stage, files] as const]));
  return { stages: inOrder([...found.keys()], STAGES, built), rest, files: new Map(narrowed) };
}

async function runStage(stage: Stage, context: Context, before: readonly Result[]): Promise<Result> {
  console.log(`\n── ${stage.name} ${'─'.repeat(Math.max(0, 76 - stage.name.length))}`);
  const started = performance.now();
  const counts = await outcome(stage, context, before);
  const seconds = (performance.now() - started) / 1000;
  console.log(`── ${stage.name}: ${countsLine(counts)} (${seconds.toFixed(1)} s)`);
  return { name: stage.name, counts, seconds };
}

async function outcome(stage: Stage, context: Context, before: readonly Result[]): Promise<Counts> {
  if (stage.needsBuild && before.some(({ name, counts }) => name === 'build' && counts.failed > 0)) {
    console.error('Not run, because the build failed.');
    return asOne(false);
  }
  try {
    return await stage.run(context);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return asOne(false);
  }
}

/** Prints the stages once more, what could not be had, and the counts as the last line. */
async function conclude(results: readonly Result[]): Promise<void> {
  console.log('\n── all ───');
  for (const { name, counts, seconds } of results) {
    console.log(
      `${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s  ${countsLine(counts)}`,
    );
  }
  const slowest = slowestFiles(reports, root, SLOWEST);
  if (slowest.length > 0) console.log('Slowest files:');
  for (const { file, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
  const total = sum(results.map(({ counts }) => counts));
  if (results.some(({ name }) => name === 'api' || name === 'chain')) {
    const postgres = await findBinaries();
    if ('unavailable' in postgres) console.log(`PostgreSQL: its tests were skipped: ${postgres.unavailable}`);
  }
  if (stopped) console.log(`Stopped by ${stopped}.`);
  console.log(countsLine(total));
  if (stopped || total.failed > 0) process.exitCode = 1;
}
