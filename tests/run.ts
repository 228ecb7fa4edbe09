// npm test [-- stage…] [file…] [other arguments for vitest and Playwright, such as -t name]
import { closeSync, createReadStream, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { dropSettings } from './run/clean-env.ts';
import { failuresOf } from './run/failures.ts';
import { inRunFolder } from './run/memory-folder.ts';
import { stopRunning } from './run/run-command.ts';
import { type Context, leavesOutLong, STAGES, type Stage } from './run/stages.ts';
import { findBinaries } from './support/postgres/find-binaries.ts';
import { IS_FULL } from './support/sized.ts';

process.chdir(join(import.meta.dirname, '..'));
dropSettings();
let stopped: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = signal;
    if (signal !== 'SIGINT') stopRunning(signal);
  });
}

interface Result {
  readonly ok: boolean;
  readonly seconds: number;
  readonly failures: readonly string[];
}

/** The stages that have run. */
const results = new Map<string, Result>();

try {
  const { stages, rest } = select(process.argv.slice(2));
  // Databases and similar files are in memory: the suite does not test the disk, and would spend a quarter of its time
  // on it.
  await inRunFolder((folder) => runAll(stages, rest, folder));
  await conclude(stages, rest);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/** The stages named up to the first option or file, or all, in order; one that needs a site brings the build along. */
function select(args: readonly string[]): { readonly stages: readonly Stage[]; readonly rest: readonly string[] } {
  const end = args.findIndex((arg) => /^-|\/|\.test/.test(arg));
  const names = new Set(end === -1 ? args : args.slice(0, end));
  for (const name of names)
    if (!STAGES.some((stage) => stage.name === name))
      throw new Error(`No stage ${name}. The stages are: ${STAGES.map((stage) => stage.name).join(' ')}`);
  if (!existsSync('dist') && STAGES.some(({ name, after }) => after === 'build' && names.has(name))) names.add('build');
  return {
    stages: STAGES.filter(({ name }) => names.size === 0 || names.has(name)),
    rest: end === -1 ? [] : args.slice(args[end] === '--' ? end + 1 : end),
  };
}

/** Runs each stage after the one before it in its row, and after the build if it tests that. */
async function runAll(stages: readonly Stage[], rest: readonly string[], folder: string): Promise<void> {
  const hasRows = new Set(stages.map(({ row }) => row)).size > 1;
  /** The end of each stage, and of all stages of a row so far. */
  const ends = new Map<string, Promise<void>>();
  for (const stage of stages) {
    const { name, row = 'main', after = '' } = stage;
    const log = hasRows && row !== 'main' ? join(folder, `${name}.log`) : undefined;
    const context = { rest, report: join(folder, `${name}.xml`) };
    const end = Promise.all([ends.get(row), ends.get(after)]).then(() => runStage(stage, context, log));
    ends.set(row, end).set(name, end);
  }
  await Promise.all(ends.values());
}

/** Runs a stage; the output of one that runs next to others goes to `log`, and is printed in one piece at its end. */
async function runStage(stage: Stage, context: Context, log: string | undefined): Promise<void> {
  if (stopped) return;
  const { name, after = '' } = stage;
  const title = `\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`;
  console.log(log === undefined ? title : `${name} runs alongside the other stages.`);
  const output = log === undefined ? undefined : openSync(log, 'w');
  const started = performance.now();
  const isBuilt = results.get(after)?.ok !== false;
  if (!isBuilt) console.error('Not run, because the build failed.');
  const run = async () => isBuilt && (await stage.run(output === undefined ? context : { ...context, output }));
  const ok = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  const seconds = (performance.now() - started) / 1000;
  if (log !== undefined && output !== undefined) {
    closeSync(output);
    console.log(title);
    await pipeline(createReadStream(log), process.stdout, { end: false });
  }
  results.set(name, { ok, seconds, failures: failuresOf(context.report) });
}

/** Prints the stages once more, what was left out, and at the very end, where it is looked for, what failed. */
async function conclude(stages: readonly Stage[], rest: readonly string[]): Promise<void> {
  console.log('\n── all ───');
  const ran = stages.map(({ name }) => ({
    name,
    ...(results.get(name) ?? { ok: false, seconds: 0, failures: [] }),
  }));
  for (const { name, ok, seconds } of ran)
    console.log(`${ok ? '✓' : '✗'} ${name.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s`);
  if (ran.some(({ name }) => name === 'api' || name === 'chain')) {
    const postgres = await findBinaries();
    if ('unavailable' in postgres) console.log(`PostgreSQL: its tests were skipped: ${postgres.unavailable}`);
  }
  if (!IS_FULL && ran.some(({ name }) => name === 'api' || name === 'e2e'))
    console.log('The largest matrices were played in part; SYNX_TEST_SIZE=full plays them whole.');
  if (leavesOutLong(rest)) console.log('Long tests were left out; SYNX_TEST_SIZE=long plays them.');
  if (stopped) console.log(`Stopped by ${stopped}.`);
  for (const failure of ran.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`);
  if (stopped || ran.some(({ ok }) => !ok)) process.exitCode = 1;
}
