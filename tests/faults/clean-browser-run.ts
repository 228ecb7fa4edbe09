import type { NamingTest } from './naming-tests.ts';
import { runPlaywright } from './run-naming-test.ts';

/**
 * Runs the browser tests that prove requirements on a site without a fault, all in one run: each separately would start
 * chains and a server again. The function that it returns says whether those of one requirement passed.
 */
export async function cleanBrowserRun(
  folder: string,
  wanted: readonly NamingTest[],
): Promise<(test: NamingTest) => boolean> {
  const browser = wanted.filter(({ stage }) => stage === 'e2e');
  const files = [...new Set(browser.map(({ file }) => file))];
  const titles = [...new Set(browser.map((test) => test.titles))].join('|');
  const specs = await runPlaywright(folder, { files, titles, workers: 2 });
  return (test) => {
    const proving = specs.filter((spec) => spec.file === test.file && new RegExp(test.titles).test(spec.title));
    return proving.length > 0 && proving.every(({ passed }) => passed);
  };
}
