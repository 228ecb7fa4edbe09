import { spawnSync } from 'node:child_process';
import { CRUISER, RULES, withImportCopy } from './import-copy.ts';

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
