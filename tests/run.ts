// npm test [-- stage… | changed] [-- arguments for vitest and Playwright, such as -t name]
import { closeSync, createReadStream, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { changedFiles } from './run/changed-files.ts';
import { dropSettings } from './run/clean-env.ts';
import { asOne, type Counts, countsLine, sum } from './run/counts.ts';
import { importGraph } from './run/import-graph.ts';
import { inLanes } from './run/lanes.ts';
import { inRunFolder } from './run/memory-folder.ts';
import { stopRunning } from './run/run-command.ts';
import { inOrder, selectStages } from './run/select-stages.ts';
import { slowestFiles } from './run/slowest.ts';
import { type Context, STAGES, type Stage } from './run/stages.ts';
import { touched } from './run/touched.ts';
import { findBinaries } from './support/postgres/find-binaries.ts';
import { IS_FULL } from './support/sized.ts';

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

try {
  // Databases and similar files are in memory: the suite does not test the disk, and would spend a quarter of its time
  // on it.
  await inRunFolder(runAll);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function runAll(folder: string): Promise<void> {
  // Separate from the tests' own files in the folder.
  const reports = join(folder, 'reports');
  mkdirSync(reports);
  const { stages, rest, files } = select();
  const results: Result[] = [];
  await inLanes(
    STAGES.filter(({ name }) => stages.includes(name)),
    async (stage, isAside) => {
      if (stopped) return;
      const run = isAside ? runAside : runStage;
      results.push(await run(stage, { reports, rest, files }, results));
    },
  );
  const position = ({ name }: Result) => stages.indexOf(name);
  await conclude(
    results.sort((one, other) => position(one) - position(other)),
    reports,
  );
}

/** Parses the command line; prints which tests a change leads to. */
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

/** Runs a stage next to others: its output is printed in one piece, once it has ended. */
async function runAside(stage: Stage, context: Context, before: readonly Result[]): Promise<Result> {
  const file = join(context.reports, `${stage.name}.log`);
  const output = openSync(file, 'w');
  console.log(`${stage.name} runs alongside the other stages.`);
  const started = performance.now();
  const counts = await outcome(stage, { ...context, output }, before);
  closeSync(output);
  announce(stage);
  await pipeline(createReadStream(file), process.stdout, { end: false });
  return told(stage, counts, started);
}

async function runStage(stage: Stage, context: Context, before: readonly Result[]): Promise<Result> {
  announce(stage);
  const started = performance.now();
  return told(stage, await outcome(stage, context, before), started);
}

function announce({ name }: Stage): void {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`);
}

/** The end of a stage in a line. */
function told({ name }: Stage, counts: Counts, started: number): Result {
  const seconds = (performance.now() - started) / 1000;
  console.log(`── ${name}: ${countsLine(counts)} (${seconds.toFixed(1)} s)`);
  return { name, counts, seconds };
}

async function outcome(stage: Stage, context: Context, before: readonly Result[]): Promise<Counts> {
  if (stage.after === 'build' && before.some(({ name, counts }) => name === 'build' && counts.failed > 0)) {
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

/** Prints the stages once more, the missing programs, and the counts as the last line. */
async function conclude(results: readonly Result[], reports: string): Promise<void> {
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
  if (!IS_FULL && results.some(({ name }) => name === 'api' || name === 'e2e'))
    console.log('The largest matrices were played in part; SYNX_TEST_SIZE=full plays them whole.');
  if (stopped) console.log(`Stopped by ${stopped}.`);
  console.log(countsLine(total));
  if (stopped || total.failed > 0) process.exitCode = 1;
}
