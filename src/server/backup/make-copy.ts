import { existsSync, renameSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../migrations/open-database.ts';
import { ServerError } from '../util/server-error.ts';
import { verifyLedger } from './verify-ledger.ts';

/** A backup failed; the message is a sentence. */
export class BackupError extends ServerError {
  override readonly name = 'BackupError';
  readonly code = 'backup_failed';
}

/**
 * Copies the embedded database to a new file while it is in use, and reads the copy: its books must balance and be the
 * beginning of the current ones. Returns the copy's mark. On failure throws BackupError and leaves no file.
 */
export async function makeCopy(database: Database, file: string): Promise<string> {
  if (database.copy === undefined) throw new BackupError('PostgreSQL is copied by pg_dump.');
  if (!isAbsolute(file)) throw new BackupError('The file needs an absolute path.');
  if (existsSync(file)) throw new BackupError(`${file} already exists.`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    await database.copy(part);
    const mark = await readCopy(part);
    const { problems } = await verifyLedger(database, mark);
    if (problems.length > 0) throw new BackupError(`The copy does not belong to this database: ${problems.join('; ')}`);
    renameSync(part, file);
    return mark;
  } finally {
    rmSync(part, { force: true });
  }
}

async function readCopy(file: string): Promise<string> {
  const copy = await openDatabase(file);
  try {
    const { mark, problems } = await verifyLedger(copy);
    if (problems.length > 0) throw new BackupError(`The books of the copy do not balance: ${problems.join('; ')}`);
    return mark;
  } finally {
    await copy.close();
  }
}
