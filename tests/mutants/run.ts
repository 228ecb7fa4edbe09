// npm run mutants [-- lib server/ledger …] [-- --again] [-- --seed text] [-- --workers 1]: plants mutants in all areas
// or in the named ones, which the unit tests and those of the API in one process must fail. Prints the figures of each
// area, then the mutants that only ended the tests, and the survivors; ends with code 1 if fewer than 85 % of all are
// killed. `--again` tries only the survivors of the last run, after tests have been added; another seed draws others.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { dropSettings } from '#tests/run/clean-env.ts';
import { inRunFolder } from '#tests/run/memory-folder.ts';
import { AREAS } from './areas.ts';
import { areaOf } from './draw.ts';
import { EQUIVALENT } from './equivalent.ts';
import { figuresOf, survivors } from './figures.ts';
import { type Outcome, plantAll } from './plant.ts';

/** Percent of all drawn mutants. */
const LEAST = 85;
/** Its outcomes; the browser tests empty their own folder of results. */
const LAST_RUN = '.test/mutants.json';

const { values, positionals } = parseArgs({
  options: { again: { type: 'boolean' }, seed: { type: 'string' }, workers: { type: 'string', default: '2' } },
  allowPositionals: true,
});
dropSettings();
if (values.seed !== undefined) process.env.MUTANTS_SEED = values.seed;
process.chdir(join(import.meta.dirname, '../..'));
const wanted = AREAS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const last = values.again ? (JSON.parse(readFileSync(LAST_RUN, 'utf8')) as Outcome[]) : undefined;
const earlier = last?.filter(({ file }) => wanted.includes(areaOf(file)));
const outcomes = await inRunFolder(async () => plantAll(wanted, Number(values.workers), earlier));
mkdirSync(dirname(LAST_RUN), { recursive: true });
writeFileSync(LAST_RUN, JSON.stringify(outcomes));
console.log('| Area | Drawn | Equivalent | Killed | Of the others |\n|---|---|---|---|---|');
const figures = figuresOf(outcomes, EQUIVALENT);
for (const { area, drawn, equivalent, killed, percent } of figures)
  console.log(`| ${area} | ${drawn} | ${equivalent} | ${killed} | ${percent.toFixed(1)} % |`);
const slow = outcomes.filter(({ status }) => status === 'Timeout' || status === 'RuntimeError');
for (const { file, line, find, replace, status } of [...slow, ...survivors(outcomes, EQUIVALENT)])
  console.log(`${status} ${JSON.stringify({ place: `${file}:${line}`, find, replace })}`);
process.exitCode = (figures.at(-1)?.percent ?? 0) < LEAST ? 1 : 0;
