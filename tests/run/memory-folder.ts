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
 * Makes the folder in which a run keeps all temporary files, after removing those of runs that were killed. Every user
 * may enter it, because PostgreSQL does not run as root.
 */
function makeRunFolder(): string {
  const parent = memoryFolder();
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeLeft(join(parent, name));
  }
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** A test that was killed may have left a mounted file system, which is no reason for other runs not to begin. */
function removeLeft(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(
      `${folder} of a run that was killed is still there: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/**
 * Does work with a folder of makeRunFolder() for its temporary files and those of its child processes; the folder goes
 * with it.
 */
export async function inRunFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = makeRunFolder();
  process.env.TMPDIR = folder;
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is running, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
