import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { slowestFiles } from '#tests/run/slowest.ts';

const folder = mkdtempSync(join(tmpdir(), 'synx-slowest-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the slowest files of all reports are named, the slowest first', () => {
  const vitest = [
    { name: '/project/tests/api/quick.test.ts', startTime: 1_000, endTime: 1_500 },
    { name: '/project/tests/api/slow.test.ts', startTime: 1_000, endTime: 9_000 },
  ];
  const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const playwright = {
    config: { rootDir: '/project/tests/e2e' },
    suites: [
      { file: 'page.test.ts', specs: [spec(1_000, 2_000)], suites: [{ file: 'page.test.ts', specs: [spec(500)] }] },
    ],
  };
  writeFileSync(join(folder, 'api.json'), JSON.stringify({ testResults: vitest }));
  writeFileSync(join(folder, 'e2e.json'), JSON.stringify(playwright));
  expect(slowestFiles(folder, '/project', 2)).toEqual([
    { file: 'tests/api/slow.test.ts', seconds: 8 },
    { file: 'tests/e2e/page.test.ts', seconds: 3.5 },
  ]);
});
