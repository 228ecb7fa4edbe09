import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { astroImports } from './astro-imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** dependency-cruiser's program and the file with its settings and rules. */
export const CRUISER = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
export const RULES = join(root, '.dependency-cruiser.cjs');

/**
 * Copies a project's sources for dependency-cruiser, which does not read .astro files: next to each is its code as
 * `<name>.astro.tsx`. Passes the copy's folder to `work`, and removes it afterwards.
 */
export function withImportCopy<Result>(project: string, work: (copy: string) => Result): Result {
  // Inside the project, so that node_modules is found.
  mkdirSync(join(root, '.test'), { recursive: true });
  const copy = mkdtempSync(join(root, '.test', 'imports-'));
  try {
    for (const name of ['bootstrap', 'src', 'tests', 'content']) {
      if (existsSync(join(project, name))) cpSync(join(project, name), join(copy, name), { recursive: true });
    }
    for (const name of ['package.json', 'tsconfig.json', 'playwright.config.ts'])
      cpSync(join(root, name), join(copy, name));
    for (const file of globSync('src/**/*.astro', { cwd: copy })) {
      const path = join(copy, file);
      writeFileSync(`${path}.tsx`, astroImports(readFileSync(path, 'utf8')));
      writeFileSync(path, '');
    }
    return work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
