import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RELEASES } from './releases.ts';

const ROOT = join(import.meta.dirname, '../..');
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

/**
 * Checks a release of the list out into a new folder. A shallow clone fetches the commit; where that fails, throws an
 * Error with the remedy.
 */
export function checkOut(version: string): Release {
  const commit = RELEASES[version];
  if (commit === undefined) throw new Error(`No release ${version} in tests/upgrade/releases.ts.`);
  const folder = mkdtempSync(join(tmpdir(), 'synx-release-'));
  try {
    if (!isHere(commit)) execFileSync('git', ['fetch', '--depth=1', 'origin', commit], { cwd: ROOT });
    // The whole archive of an old version is larger than what a pipe keeps by default.
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 512 * 1024 * 1024 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`Release ${version} cannot be checked out: git fetch --unshallow, or git fetch origin ${commit}`, {
      cause: error,
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    version,
    folder,
    entry: join(folder, ENTRY),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isHere(commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0;
}
