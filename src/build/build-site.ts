import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'astro';
import { checkAll } from '#src/i18n/check-all.ts';
import { statedProblems } from '#src/i18n/facts.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { typesetAhead } from './blackpaper/typeset-ahead.ts';
import { waitingReleases } from './content/is-waiting.ts';
import { loadContent } from './content/load-content.ts';
import { nameLines } from './content/name-lines.ts';
import { sourceTime } from './source-time.ts';

/** Builds the site of an origin into `outDir` (an absolute path); throws an Error that lists every problem. */
export async function buildSite(outDir: string, origin: string): Promise<void> {
  const locales = builtLocales();
  const email = process.env.PUBLIC_SUPPORT_EMAIL ?? '';
  const papers = typesetAhead(process.cwd(), locales, { origin, email });
  const content = loadContent(process.cwd(), locales, email);
  const problems = [...statedProblems(), ...checkAll(locales), ...content.problems];
  if (problems.length > 0) throw new Error(nameLines([...new Set(problems)], process.cwd()).join('\n'));
  for (const line of waitingReleases(content.documents, sourceTime())) console.log(line);
  if (email === '')
    console.log('No PUBLIC_SUPPORT_EMAIL is set: sentences that name the support address are left out.');
  await papers;
  // Stores look for the browser's storage, and Node's own would only warn that it has no file.
  Reflect.deleteProperty(globalThis, 'localStorage');
  await buildInto(process.cwd(), outDir);
}

/** Astro moves files from the project to the output, which fails across file systems; in that case copy them. */
async function buildInto(root: string, outDir: string): Promise<void> {
  if (fileSystemOf(outDir) === fileSystemOf(root)) return build({ root, outDir, logLevel: 'error' });
  const cache = join(root, '.astro');
  mkdirSync(cache, { recursive: true });
  const inside = mkdtempSync(join(cache, 'site-'));
  try {
    await build({ root, outDir: inside, logLevel: 'error' });
    rmSync(outDir, { recursive: true, force: true });
    cpSync(inside, outDir, { recursive: true });
  } finally {
    rmSync(inside, { recursive: true, force: true });
  }
}

/** The number of the file system that a path is on, or will be on once it exists. */
function fileSystemOf(path: string): number {
  return existsSync(path) ? statSync(path).dev : fileSystemOf(dirname(path));
}
