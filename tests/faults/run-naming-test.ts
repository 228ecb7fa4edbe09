import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv } from '#tests/run/clean-env.ts';
import { PLAYWRIGHT, PLAYWRIGHT_ENV } from '#tests/run/playwright.ts';
import type { NamingTest } from './naming-tests.ts';

const E2E = 'tests/e2e/';

/** The counts in a report of Vitest. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly { readonly title: string; readonly tests: readonly { readonly status: string }[] }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** A browser test that ran. */
export interface Spec {
  /** From the project's root. */
  readonly file: string;
  /** With those of the groups around it, as the option `-g` sees it. */
  readonly title: string;
  readonly passed: boolean;
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
  const run = test.stage === 'e2e' ? runBrowserTest : runVitest;
  const selected = await run(folder, test, test.titles);
  return selected.passed + selected.failed > 0 ? selected : run(folder, test, undefined);
}

async function runVitest(folder: string, { stage, file }: NamingTest, titles: string | undefined): Promise<Outcome> {
  const report = join(folder, `report-${stage}.json`);
  const command = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project', stage],
    ...['--bail=1', '--reporter=json', `--outputFile.json=${report}`, file],
    ...(titles === undefined ? [] : ['-t', titles]),
  ];
  const counts = await reportOf<VitestReport>(folder, command, report);
  return { passed: counts?.numPassedTests ?? 0, failed: counts?.numFailedTests ?? 0 };
}

async function runBrowserTest(folder: string, { file }: NamingTest, titles: string | undefined): Promise<Outcome> {
  const specs = await runPlaywright(folder, { files: [file], titles, workers: 1, untilFailure: true });
  const passed = specs.filter((spec) => spec.passed).length;
  return { passed, failed: specs.length - passed };
}

/** Runs browser tests of some files, those with matching titles; the ones that ran. */
export async function runPlaywright(
  folder: string,
  options: {
    readonly files: readonly string[];
    readonly titles: string | undefined;
    readonly workers: number;
    readonly untilFailure?: boolean;
  },
): Promise<readonly Spec[]> {
  const report = join(folder, 'report-e2e.json');
  const command = [
    ...[PLAYWRIGHT, 'test', '--config', 'tests/playwright.config.ts', '--reporter=json'],
    ...options.files.map((file) => file.replace(E2E, '')),
    ...(options.untilFailure ? ['-x'] : []),
    ...(options.titles === undefined ? [] : ['-g', options.titles]),
  ];
  const env = { ...PLAYWRIGHT_ENV, E2E_WORKERS: String(options.workers), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const content = await reportOf<{ readonly suites: readonly PlaywrightSuite[] }>(folder, command, report, env);
  return (content?.suites ?? []).flatMap((suite) => specsOf(suite, []));
}

function specsOf({ file, specs, suites = [] }: PlaywrightSuite, around: readonly string[]): readonly Spec[] {
  const own = specs.flatMap(({ title, tests }) => {
    const ran = tests.filter(({ status }) => status !== 'skipped');
    if (ran.length === 0) return [];
    const passed = ran.every(({ status }) => status === 'expected');
    return [{ file: `${E2E}${file}`, title: [...around, title].join(' '), passed }];
  });
  return [...own, ...suites.flatMap((suite) => specsOf(suite, [...around, suite.title]))];
}

/** Runs a test runner in a folder; its report, or undefined if it wrote none. */
async function reportOf<Report>(
  folder: string,
  command: readonly string[],
  report: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Report | undefined> {
  rmSync(report, { force: true });
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { ...cleanEnv(process.env), ...env },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : undefined;
}
