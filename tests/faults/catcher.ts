import { cleanBrowserRun } from './clean-browser-run.ts';
import type { Fault } from './fault.ts';
import type { NamingTest } from './naming-tests.ts';
import type { Languages, PlantedCopy } from './planted-copy.ts';
import { type Outcome, runNamingTest } from './run-naming-test.ts';

/** Stages whose tests read the built site. */
const ON_SITE: readonly string[] = ['dist', 'start', 'e2e'];

/**
 * Plants a fault; the file of the first test that fails with it and passes without it, or undefined if none does.
 * `all` are the tests of every fault that is to be planted.
 */
export async function catcher(
  copy: PlantedCopy,
  fault: Fault,
  naming: readonly NamingTest[],
  all: readonly NamingTest[],
): Promise<string | undefined> {
  for (const test of naming) {
    // Most browser tests find the languages that they visit in a smaller site.
    const sites: readonly Languages[] = test.stage === 'e2e' ? ['few', 'all'] : ['all'];
    for (const languages of sites) {
      const outcome = await runPlanted(copy, fault, test, languages);
      if (outcome.failed === 0) break;
      const passes = languages === 'few' ? await passesOnFew(copy, test, all) : await passesClean(copy, test);
      if (passes) return test.file;
    }
  }
  return undefined;
}

async function runPlanted(copy: PlantedCopy, fault: Fault, test: NamingTest, languages: Languages): Promise<Outcome> {
  const isOnSite = ON_SITE.includes(test.stage);
  const needsBuild = isOnSite && !fault.file.startsWith('src/server/');
  if (isOnSite && !needsBuild) await copy.buildClean(languages);
  copy.plant(fault);
  try {
    if (needsBuild && !(await copy.build(languages))) return { passed: 0, failed: 0 };
    return await runNamingTest(copy.folder, test);
  } finally {
    copy.mend();
  }
}

let onFew: Promise<(test: NamingTest) => boolean> | undefined;

/** Whether the same browser tests pass on the smaller site without any fault: all of them are run once. */
async function passesOnFew(copy: PlantedCopy, test: NamingTest, all: readonly NamingTest[]): Promise<boolean> {
  onFew ??= copy.buildClean('few').then(() => cleanBrowserRun(copy.folder, all));
  return (await onFew)(test);
}

const clean = new Map<string, boolean>();

/** Whether the same tests pass on the whole site without any fault; each selection is run once. */
async function passesClean(copy: PlantedCopy, test: NamingTest): Promise<boolean> {
  const key = `${test.file} ${test.titles}`;
  const known = clean.get(key);
  if (known !== undefined) return known;
  if (ON_SITE.includes(test.stage)) await copy.buildClean('all');
  const { passed, failed } = await runNamingTest(copy.folder, test);
  const passes = passed > 0 && failed === 0;
  clean.set(key, passes);
  if (!passes) console.log(`  ${test.file} fails without any fault for ${test.titles}`);
  return passes;
}
