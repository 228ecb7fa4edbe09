// npm test [-- stage…] [-- arguments for vitest and Playwright, such as -t name]
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOne, type Counts, countsLine, sum } from './run/counts.ts';
import { stopRunning } from './run/run-command.ts';
import { selectStages } from './run/select-stages.ts';
import { type Context, STAGES, type Stage } from './run/stages.ts';
import { findBinaries } from './support/postgres/find-binaries.ts';

interface Result {
  name: string;
  counts: Counts;
  seconds: number;
}

process.chdir(join(import.meta.dirname, '..'));
let stopped: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = signal;
    if (signal !== 'SIGINT') stopRunning(signal);
  });
}

const reports = mkdtempSync(join(tmpdir(), 'synx-test-'));
try {
  const { stages, rest } = selectStages(process.argv.slice(2), STAGES, existsSync('dist'));
  const results: Result[] = [];
  for (const stage of STAGES) {
    if (stages.includes(stage.name) && !stopped) results.push(await runStage(stage, { reports, rest }, results));
  }
  await conclude(results);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  rmSync(reports, { recursive: true, force: true });
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
  const total = sum(results.map(({ counts }) => counts));
  if (results.some(({ name }) => name === 'api' || name === 'chain')) {
    const postgres = await findBinaries();
    if ('unavailable' in postgres) console.log(`PostgreSQL: its tests were skipped: ${postgres.unavailable}`);
  }
  if (stopped) console.log(`Stopped by ${stopped}.`);
  console.log(countsLine(total));
  if (stopped || total.failed > 0) process.exitCode = 1;
}
