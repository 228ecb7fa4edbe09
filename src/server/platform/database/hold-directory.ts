import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process uses the same data directory, or it is not writable. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

/** Locks a directory until this process ends, however it ends. Throws DirectoryInUseError at once. */
export function holdDirectory(directory: string): { release(): void } {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new DirectoryInUseError(`The data directory ${directory} cannot be created: ${reason(error)}`);
  }
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(directory, 'lock'), { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw new DirectoryInUseError(
      /locked|busy/i.test(reason(error))
        ? `Another SYNX is running on the data directory ${directory}. Stop it first, or set DATA_DIRECTORY to another one.`
        : `The data directory ${directory} is not writable: ${reason(error)}`,
    );
  }
  return { release: () => lock.close() };
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
