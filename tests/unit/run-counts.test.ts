import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countsLine, playwrightCounts, sum, vitestCounts } from '#tests/run/counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'synx-counts-'));
const file = join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true }));

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };

describe('counts', () => {
  it('are one plain line, which mentions skipped tests only if there are some', () => {
    expect(countsLine({ passed: 3, failed: 1, skipped: 0 })).toBe('3 passed, 1 failed');
    expect(
      countsLine(
        sum([
          { passed: 1, failed: 0, skipped: 2 },
          { passed: 2, failed: 0, skipped: 1 },
        ]),
      ),
    ).toBe('3 passed, 0 failed, 3 skipped');
  });

  it('come from vitest', () => {
    writeFileSync(file, JSON.stringify(vitest));
    expect(vitestCounts(file, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 });
  });

  it('include a test file that could not be loaded', () => {
    writeFileSync(file, JSON.stringify({ ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] }));
    expect(vitestCounts(file, 1).failed).toBe(1);
  });

  it('include an error outside any test, and a runner that wrote no report', () => {
    writeFileSync(file, JSON.stringify(vitest));
    expect(vitestCounts(file, 1).failed).toBe(1);
    expect(vitestCounts(join(folder, 'absent.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('come from Playwright, where a test that passed only when repeated has failed', () => {
    writeFileSync(file, JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } }));
    expect(playwrightCounts(file, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });
});
