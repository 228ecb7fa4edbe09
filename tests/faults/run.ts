// npm run faults [-- R5.047 presale unit …] [-- --again] [-- --missing]: plants the fault of each requirement in a copy
// of the project and runs the tests that name it, which must fail. A stage selects the requirements whose quickest test
// is of that stage. Caught faults with unchanged source and tests are not planted again, unless `--again` is given.
// `--missing` only lists the requirements without a fault.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dropSettings } from '#tests/run/clean-env.ts';
import { inRunFolder } from '#tests/run/memory-folder.ts';
import { runNode } from '#tests/run/run-command.ts';
import { readRequirements } from '#tests/trace/requirements.ts';
import { allFaults } from './all-faults.ts';
import { catcher } from './catcher.ts';
import { hashOf, noteCaught, readCaught } from './caught.ts';
import { namingTests } from './naming-tests.ts';
import { makePlantedCopy } from './planted-copy.ts';
import { sharedFault } from './shared-fault.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Copies in which faults are planted at the same time: a browser test mostly waits for what a fault keeps away. */
const LANES = 3;

dropSettings();
const { values, positionals } = parseArgs({
  options: { again: { type: 'boolean' }, missing: { type: 'boolean' } },
  allowPositionals: true,
});
const requirements = readRequirements(join(ROOT, 'tests/requirements.tsv')).filter(({ kind }) => kind !== 'note');
const faults = allFaults();
const tests = namingTests(ROOT);
const isWanted = ({ id, area }: { readonly id: string; readonly area: string }) =>
  positionals.length === 0 ||
  positionals.some((name) => name === area || id.startsWith(name) || tests.get(id)?.[0]?.stage === name);
const wanted = requirements.filter(isWanted);

if (values.missing) {
  for (const each of wanted) if (!sharedFault(each, faults)) console.log(`${each.id}\t${each.area}\t${each.text}`);
} else if ((await runNode([join(ROOT, 'src/dev/build.ts')])) !== 0) {
  process.exitCode = 1;
} else {
  process.exitCode = (await inRunFolder(plantAll)) ? 0 : 1;
}

/** Plants the faults that are due; whether every wanted requirement has a caught fault. */
async function plantAll(): Promise<boolean> {
  const caught = readCaught();
  const due = wanted.flatMap((each) => {
    const fault = sharedFault(each, faults);
    const naming = tests.get(each.id) ?? [];
    if (fault === undefined) return [];
    const hash = hashOf(ROOT, fault, naming);
    return caught[each.id] === hash && !values.again ? [] : [{ id: each.id, fault, naming, hash }];
  });
  const all = due.flatMap(({ naming }) => naming);
  const survivors: string[] = [];
  const queue = due[Symbol.iterator]();
  const lane = async () => {
    const copy = makePlantedCopy(ROOT);
    try {
      for (const { id, fault, naming, hash } of queue) {
        const started = performance.now();
        const by = await catcher(copy, fault, naming, all);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        console.log(by ? `${id} caught by ${by} (${seconds} s)` : `${id} SURVIVED in ${fault.file} (${seconds} s)`);
        if (by) noteCaught(id, hash);
        else survivors.push(id);
      }
    } finally {
      copy.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES, due.length) }, lane));
  const now = readCaught();
  const count = wanted.filter(({ id }) => id in now && !survivors.includes(id)).length;
  if (survivors.length > 0) console.log(`Survived: ${survivors.join(' ')}`);
  console.log(`${count} of ${wanted.length} requirements have a caught fault.`);
  return count === wanted.length;
}
