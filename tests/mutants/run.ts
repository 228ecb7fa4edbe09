// npm run mutants [-- lib server/ledger …] [-- --workers 1]: plants mutants of the money path, of all areas or of the
// named ones, which the unit tests and the quick ones of the API must fail. Prints the figures of each area, then the
// mutants that only ended the tests, and the survivors; ends with code 1 if fewer than 85 % of an area's are killed.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dropSettings } from '#tests/run/clean-env.ts';
import { installedTool } from '#tests/run/installed-tool.ts';
import { inRunFolder } from '#tests/run/memory-folder.ts';
import { AREAS } from './areas.ts';
import { EQUIVALENT } from './equivalent.ts';
import { figuresOf, survivors } from './figures.ts';
import { plantAll } from './plant.ts';

/** Percent of an area's mutants. */
const LEAST = 85;

const { values, positionals } = parseArgs({
  options: { workers: { type: 'string', default: '2' } },
  allowPositionals: true,
});
dropSettings();
process.chdir(join(import.meta.dirname, '../..'));
const wanted = AREAS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const tools = { packages: installedTool('mutants'), workers: Number(values.workers) };
const outcomes = await inRunFolder(() => plantAll(wanted, tools));
console.log('| Area | Drawn | Equivalent | Killed | Of the others |\n|---|---|---|---|---|');
const figures = figuresOf(outcomes, EQUIVALENT);
for (const { area, drawn, equivalent, killed, percent } of figures)
  console.log(`| ${area} | ${drawn} | ${equivalent} | ${killed} | ${percent.toFixed(1)} % |`);
const slow = outcomes.filter(({ status }) => status === 'Timeout' || status === 'RuntimeError');
for (const { file, line, find, replace, status } of [...slow, ...survivors(outcomes, EQUIVALENT)])
  console.log(`${status} ${JSON.stringify({ place: `${file}:${line}`, find, replace })}`);
process.exitCode = figures.some(({ percent }) => percent < LEAST) ? 1 : 0;
