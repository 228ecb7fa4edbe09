import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv } from '#tests/run/clean-env.ts';
import type { NamingTest } from './naming-tests.ts';

/** The counts in a report of Vitest (`num…`) or Playwright. */
interface Report {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly stats?: { readonly expected: number; readonly unexpected: number };
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Runs the tests of a file that prove a requirement, until the first that fails; all of its tests if no title shows
 * which. A file that cannot be loaded has no failed test: any slip of the pen would do that.
 */
export async function runNamingTest(folder: string, test: NamingTest): Promise<Outcome> {
  const selected = await run(folder, test, test.titles);
  return selected.passed + selected.failed > 0 ? selected : run(folder, test, undefined);
}

async function run(folder: string, { stage, file }: NamingTest, titles: string | undefined): Promise<Outcome> {
  const report = join(folder, `report-${stage}.json`);
  rmSync(report, { force: true });
  const command =
    stage === 'e2e'
      ? [
          ...['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/playwright.config.ts', '-x'],
          ...['--reporter=json', file.replace('tests/e2e/', '')],
          ...(titles === undefined ? [] : ['-g', titles]),
        ]
      : [
          ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project', stage],
          ...['--bail=1', '--reporter=json', `--outputFile.json=${report}`, file],
          ...(titles === undefined ? [] : ['-t', titles]),
        ];
  const env = { ...cleanEnv(process.env), E2E_WORKERS: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: 'ignore' });
  await once(child, 'exit');
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { numPassedTests = 0, numFailedTests = 0, stats } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return { passed: stats?.expected ?? numPassedTests, failed: stats?.unexpected ?? numFailedTests };
}
