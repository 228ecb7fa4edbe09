// npm run coverage [-- --update]: the share of lines and branches of src/ that the tests without a browser run, by
// area, next to its floor in floors.json; ends with code 1 below one. `--update` raises the floors to the figures, in
// whole percent, and lowers none.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { dropSettings } from '#tests/run/clean-env.ts';
import { inRunFolder } from '#tests/run/memory-folder.ts';
import { runNode } from '#tests/run/run-command.ts';
import { areaFigures, belowFloor, type Floors, raised, type Summary } from './areas.ts';

const ROOT = join(import.meta.dirname, '../..');
const FLOORS = join(import.meta.dirname, 'floors.json');
/** Suites that run the code in their own process. */
const SUITES = ['unit', 'content', 'api'];

dropSettings();
process.chdir(ROOT);
const { values } = parseArgs({ options: { update: { type: 'boolean' } } });
process.exitCode = (await inRunFolder(measure)) ? 0 : 1;

/** Runs the suites and prints the figures; whether none is below its floor. Throws if a test fails. */
async function measure(folder: string): Promise<boolean> {
  const reports = mkdtempSync(join(folder, 'coverage-'));
  const code = await runNode([
    ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts'],
    ...SUITES.flatMap((name) => ['--project', name]),
    ...['--coverage.enabled', '--coverage.provider=v8', '--coverage.reporter=json-summary'],
    ...['--coverage.include=src/**/*.{ts,tsx}', `--coverage.reportsDirectory=${reports}`],
  ]);
  if (code !== 0) throw new Error('The tests failed: their figures would be too low.');
  const summary = JSON.parse(readFileSync(join(reports, 'coverage-summary.json'), 'utf8')) as Summary;
  const figures = areaFigures(summary, (file) => relative(ROOT, file));
  const floors = JSON.parse(readFileSync(FLOORS, 'utf8')) as Floors;
  console.log('| Area | Lines | Branches | Floors |\n|---|---|---|---|');
  for (const { area, lines, branches } of figures) {
    const { lines: least = 0, branches: leastBranches = 0 } = floors[area] ?? {};
    console.log(`| ${area} | ${lines.toFixed(1)} % | ${branches.toFixed(1)} % | ${least} %, ${leastBranches} % |`);
  }
  const below = belowFloor(figures, floors);
  for (const line of below) console.error(line);
  if (values.update) writeFileSync(FLOORS, `${JSON.stringify(raised(figures, floors), null, 2)}\n`);
  return below.length === 0;
}
