import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnv } from '#tests/run/clean-env.ts';
import { copyProject } from '#tests/support/project-copy.ts';
import type { Fault } from './fault.ts';

/** The languages of a site: all of them, or the few that most browser tests need, which is built in half the time. */
export type Languages = 'all' | 'few';

const FEW = 'en,ar,de';

/** A copy of the project in which faults are planted, one at a time. */
export interface PlantedCopy {
  readonly folder: string;
  /** Plants a fault until `mend`. Throws if its text does not occur exactly once. */
  plant(fault: Fault): void;
  mend(): void;
  /** Makes dist/ the site of the sources as they are now; false if they could not be built. */
  build(languages: Languages): Promise<boolean>;
  /** Makes dist/ the site of the sources without a fault. */
  buildClean(languages: Languages): Promise<void>;
  remove(): void;
}

/** Copies the project, which has its site in dist/. */
export function makePlantedCopy(root: string): PlantedCopy {
  const copy = copyProject();
  const dist = join(copy.folder, 'dist');
  let undo: (() => void) | undefined;
  /** What dist/ holds. */
  let there: string | undefined;
  const build = async (languages: Languages) => {
    rmSync(dist, { recursive: true, force: true });
    there = undefined;
    const env = {
      ...cleanEnv({ PATH: process.env.PATH, TMPDIR: process.env.TMPDIR }),
      ...(languages === 'few' && { SYNX_LOCALES: FEW }),
    };
    const args = ['src/dev/build.ts', '--force'];
    return promisify(execFile)(process.execPath, args, { cwd: copy.folder, env }).then(
      () => true,
      () => false,
    );
  };
  return {
    folder: copy.folder,
    plant(fault) {
      const file = join(copy.folder, fault.file);
      const source = readFileSync(file, 'utf8');
      writeFileSync(file, planted(source, fault));
      undo = () => writeFileSync(file, source);
    },
    mend() {
      undo?.();
      undo = undefined;
    },
    build,
    async buildClean(languages) {
      if (there === languages) return;
      const kept = languages === 'all' ? join(root, 'dist') : join(copy.folder, 'dist-few');
      if (existsSync(kept)) {
        rmSync(dist, { recursive: true, force: true });
        cpSync(kept, dist, { recursive: true });
      } else {
        if (!(await build(languages))) throw new Error('the sources cannot be built');
        cpSync(dist, kept, { recursive: true });
      }
      there = languages;
    },
    remove: copy.remove,
  };
}

/** A source with a fault in it. Throws if the fault's text does not occur exactly once. */
export function planted(source: string, { id, file, find, replace }: Fault): string {
  const times = source.split(find).length - 1;
  if (times !== 1) throw new Error(`${id}: its text occurs ${times} times in ${file}`);
  if (find === replace) throw new Error(`${id}: nothing changes`);
  return source.replace(find, () => replace);
}
