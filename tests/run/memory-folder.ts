import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** The maximum need of a run, in bytes, including databases of many concurrent tests. */
const ROOM = 3 * 1024 ** 3;
const PREFIX = 'synx-run-';

/** The folder for temporary files: in memory if there is room for a run's, otherwise the system's own. */
export function memoryFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Does work with a folder for its temporary files and those of its child processes; the folder goes with it. Every user
 * may enter it, because PostgreSQL does not run as root.
 */
export async function inRunFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const parent = memoryFolder();
  for (const name of readdirSync(parent)) if (name.startsWith(PREFIX)) removeLeft(parent, name);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the folder of a run that was killed; a file system that is still mounted in it is no reason not to begin. */
function removeLeft(parent: string, name: string): void {
  try {
    process.kill(Number(name.slice(PREFIX.length).split('-')[0]), 0);
  } catch (error) {
    // Any other error: it is running, and belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) return;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch (left) {
      console.error(`A run that was killed left ${name} behind: ${left instanceof Error ? left.message : left}`);
    }
  }
}
