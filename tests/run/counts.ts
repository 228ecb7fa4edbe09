import { existsSync, readFileSync } from 'node:fs';

/** Single tests by outcome. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The sum of several counts. */
export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** A stage without single tests counts as one. */
export function asOne(ok: boolean): Counts {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** The last line of a run. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/**
 * Counts of vitest's JSON report; a file that could not be loaded counts as one failure, and so does a bad exit code.
 */
export function vitestCounts(file: string, exitCode: number): Counts {
  const report = read<VitestReport>(file);
  if (!report) return asOne(false);
  const unloaded = report.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0).length;
  return withExit(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    exitCode,
  );
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Counts of Playwright's JSON report; a test that passed only when repeated has failed. */
export function playwrightCounts(file: string, exitCode: number): Counts {
  const report = read<PlaywrightReport>(file);
  if (!report) return asOne(false);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withExit({ passed: expected, failed: unexpected + flaky, skipped }, exitCode);
}

/** Only the exit code shows an error outside any test. */
function withExit(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function read<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
