import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv } from '#tests/run/clean-env.ts';
import { copyProject } from '#tests/support/project-copy.ts';
import { addPseudoLocale, PSEUDO } from './add-pseudo-locale.ts';
import { englishLeft } from './english-left.ts';

/** A copy of the project with the pseudo-language, which `npm run i18n` has found nothing wrong with. */
export interface PseudoProject {
  readonly folder: string;
  /** What `npm run i18n` said of it. */
  readonly report: string;
  /** Runs a script of the copy; returns its output. */
  run(script: readonly string[], env?: NodeJS.ProcessEnv): string;
  remove(): void;
}

/** Adds the pseudo-language to a copy, stamps its files and checks it. Throws with the report where that fails. */
export function makePseudoProject(): PseudoProject {
  const { folder, remove } = copyProject();
  const run: PseudoProject['run'] = (script, env = {}) =>
    execFileSync(process.execPath, script, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...cleanEnv(process.env), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  try {
    addPseudoLocale(folder);
    run(['src/dev/i18n.ts', '--stamp', PSEUDO]);
    return { folder, run, remove, report: run(['src/dev/i18n.ts']) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Builds the site in English and in the pseudo-language into `dist` of the copy. */
export function buildPseudo({ run }: PseudoProject): void {
  run(['src/build/build.ts', '--out', 'dist', '--rehearsal'], { SYNX_LOCALES: PSEUDO });
}

/** English that is left in the built pages of the pseudo-language, one line for each text. */
export function englishInPages({ folder }: PseudoProject): readonly string[] {
  const dist = join(folder, 'dist');
  const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    new RegExp(`^${PSEUDO}(?:/.+)?\\.html$`).test(file),
  );
  if (pages.length < 15) throw new Error(`${dist} has ${pages.length} pages in ${PSEUDO}`);
  const found = pages.flatMap((page) =>
    englishLeft(readFileSync(join(dist, page), 'utf8'), PSEUDO).map(
      ({ word, text }) => `${page}: "${word}" in: ${text}`,
    ),
  );
  return [...new Set(found)];
}
