// npm run trace [-- --missing AREA|all] [-- --update]: which requirements the tests of `npm test` name, per area,
// compared with the recorded figures.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crowdedTitles } from './trace/crowded-titles.ts';
import { namedIds } from './trace/named-ids.ts';
import { readRequirements } from './trace/requirements.ts';
import { losses, type Tally, tally } from './trace/tally.ts';
import { withoutLong } from './trace/without-long.ts';

const here = import.meta.dirname;
const recordFile = join(here, 'traced.json');
const { values } = parseArgs({ options: { missing: { type: 'string' }, update: { type: 'boolean' } } });

const requirements = readRequirements(join(here, 'requirements.tsv'));
const known = new Set(requirements.map(({ id }) => id));
const named = new Set<string>();
const problems: string[] = [];
for (const file of globSync('**/*.{ts,tsx}', { cwd: here })) {
  const source = readFileSync(join(here, file), 'utf8');
  for (const id of namedIds(withoutLong(file, source))) named.add(id);
  for (const id of new Set(namedIds(source))) {
    if (!known.has(id)) problems.push(`tests/${file} names ${id}, which does not exist.`);
  }
  for (const { line, ids } of crowdedTitles(file, source)) {
    problems.push(`tests/${file}:${line} names ${ids} requirements at once: at most five, each next to its proof.`);
  }
}

const now = tally(requirements, named);
const counted = requirements.filter(({ kind }) => kind !== 'note');
if (values.missing === undefined) {
  for (const [area, have] of Object.entries(now.areas)) {
    const all = counted.filter((requirement) => requirement.area === area).length;
    console.log(`${area.padEnd(12)} ${String(have).padStart(4)} / ${all}`);
  }
} else {
  for (const { id, area, text } of counted) {
    if (!named.has(id) && (values.missing === area || values.missing === 'all')) console.log(id, text);
  }
}
console.log(`traced ${now.total} / ${counted.length}`);

const recorded = JSON.parse(readFileSync(recordFile, 'utf8')) as Tally;
const lost = losses(now, recorded);
if (values.update && lost.length === 0 && problems.length === 0) {
  writeFileSync(recordFile, `${JSON.stringify(now, null, 2)}\n`);
} else {
  problems.push(...lost);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
