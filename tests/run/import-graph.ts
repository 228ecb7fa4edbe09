import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CRUISER, RULES, withImportCopy } from './import-copy.ts';

/** The imports and named paths of each file of src/ and tests/; a named folder ends in a slash. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Why a file needs another: to run at all, to continue at some point (`import()`), or to be compiled. */
export type ImportKind = 'runtime' | 'on-demand' | 'type';

export interface Import {
  readonly file: string;
  readonly kind: ImportKind;
}

interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly {
      readonly resolved: string;
      readonly dynamic: boolean;
      readonly dependencyTypes: readonly string[];
    }[];
  }[];
}

/** Reads the graph of a project. Tests also name the files they start or read: such paths count as imports. */
export function importGraph(root: string): ImportGraph {
  return new Map(
    [...readImports(root)].map(([file, imports]) => [
      file,
      [...imports.map((each) => each.file), ...(file.startsWith('tests/') ? namedPaths(root, file) : [])],
    ]),
  );
}

/** The imports of each file of src/ and tests/, or of the named files and their imports, by kind. */
export function readImports(
  root: string,
  from: readonly string[] = ['src', 'tests'],
): ReadonlyMap<string, readonly Import[]> {
  const { status, stdout, stderr } = withImportCopy(root, (cwd) =>
    spawnSync(process.execPath, [CRUISER, '--config', RULES, '--output-type', 'json', ...from], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    }),
  );
  if (status !== 0 && stdout === '') throw new Error(`The imports could not be read: ${stderr.trim().slice(0, 400)}`);
  const { modules } = JSON.parse(stdout) as Cruise;
  const nameOf = (path: string) => path.replace(/\.astro\.tsx$/, '.astro');
  return new Map(
    modules
      .filter(({ source }) => /^(?:src|tests)\//.test(source))
      .map(({ source, dependencies }) => [
        nameOf(source),
        dependencies.map(({ resolved, dynamic, dependencyTypes }): Import => {
          const kind = dependencyTypes.includes('type-only') ? 'type' : dynamic ? 'on-demand' : 'runtime';
          return { file: nameOf(resolved), kind };
        }),
      ]),
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
