import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PARTS = ['package.json', 'tsconfig.json', 'src', 'content', 'tests/support'];
/** Starts a release's server on local chains, as startMortalServer() does. */
const ENTRY = 'tests/support/kill-server/entry.ts';

/** A released version, in a folder with the packages that are installed now. */
export interface Release {
  readonly version: string;
  readonly folder: string;
  /** What startMortalServer() runs. */
  readonly entry: string;
  remove(): void;
}

/** Checks a tag out into a new folder. Throws an Error with the remedy if the repository does not have it. */
export function checkOut(tag: string): Release {
  const folder = mkdtempSync(join(tmpdir(), 'synx-release-'));
  try {
    // The whole archive of an old version is larger than what a pipe keeps by default.
    const archive = execFileSync('git', ['archive', tag, ...PARTS], { cwd: ROOT, maxBuffer: 512 * 1024 * 1024 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`Release ${tag} cannot be checked out: git fetch --tags --unshallow`, { cause: error });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    version: tag,
    folder,
    entry: join(folder, ENTRY),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
