import { build } from 'astro';
import { checkAll } from '#src/i18n/check-all.ts';
import { statedProblems } from '#src/i18n/facts.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { loadContent } from './content/load-content.ts';
import { nameLines } from './content/name-lines.ts';

/** Builds the site into `outDir` (an absolute path); throws an Error that says everything that is not right. */
export async function buildSite(outDir: string): Promise<void> {
  const locales = builtLocales();
  const email = process.env.PUBLIC_SUPPORT_EMAIL ?? '';
  const problems = [...statedProblems(), ...checkAll(locales), ...loadContent(process.cwd(), locales, email).problems];
  if (problems.length > 0) throw new Error(nameLines([...new Set(problems)], process.cwd()).join('\n'));
  if (email === '')
    console.log('No PUBLIC_SUPPORT_EMAIL is set: sentences that name the support address are left out.');
  // Stores look for the browser's storage; Node's own would only warn that it was given no file.
  Reflect.deleteProperty(globalThis, 'localStorage');
  await build({ root: process.cwd(), outDir, logLevel: 'error' });
}
