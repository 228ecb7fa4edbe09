import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CRUISER, RULES, withImportCopy } from './import-copy.ts';

/** What each file of src/ and tests/ imports or names; a folder that is named ends in a slash. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
}

/** Reads the graph of a project. Tests also name what they start or read: such paths count as imports. */
export function importGraph(root: string): ImportGraph {
  const { status, stdout, stderr } = withImportCopy(root, (cwd) =>
    spawnSync(process.execPath, [CRUISER, '--config', RULES, '--output-type', 'json', 'src', 'tests'], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    }),
  );
  if (status !== 0 && stdout === '') throw new Error(`The imports could not be read: ${stderr.trim().slice(0, 400)}`);
  const { modules } = JSON.parse(stdout) as Cruise;
  return new Map(
    modules
      .filter(({ source }) => /^(?:src|tests)\//.test(source))
      .map(({ source, dependencies }) => {
        const imported = dependencies.map(({ resolved }) => resolved.replace(/\.astro\.tsx$/, '.astro'));
        const file = source.replace(/\.astro\.tsx$/, '.astro');
        return [file, [...imported, ...(file.startsWith('tests/') ? namedPaths(root, file) : [])]];
      }),
  );
}

/** The paths of the project that a file's text names, such as a program it starts. */
function namedPaths(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const named = new Set(
    [...text.matchAll(/(?:src|tests|content|docs|public)(?:\/[\w.[\]-]+)+/g)].map(([path]) => path),
  );
  return [...named]
    .filter((path) => existsSync(join(root, path)))
    .map((path) => (statSync(join(root, path)).isDirectory() ? `${path}/` : path));
}
