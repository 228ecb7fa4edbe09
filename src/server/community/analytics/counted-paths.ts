import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OTHER_PAGES, PAGE_PATHS } from '#src/config/page-paths.ts';

/** The paths of all pages of the site: the listed ones, and every press release in `<directory>/press/`. */
export function countedPaths(directory: string): ReadonlySet<string> {
  const folder = join(directory, 'press');
  const releases = existsSync(folder) ? globSync('*/*.md', { cwd: folder }) : [];
  return new Set([...PAGE_PATHS, ...OTHER_PAGES, ...releases.map((file) => `/press-release/${basename(file, '.md')}`)]);
}
