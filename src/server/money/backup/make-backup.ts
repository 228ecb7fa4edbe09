import { existsSync, renameSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Database } from '#src/server/platform/database/database.ts';
import { BackupError } from '#src/server/platform/database/database-error.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { verifyLedger } from './verify-ledger.ts';

/**
 * Backs up the database while it is in use; returns the mark with which a restored one must begin. A copy's books are
 * checked; a dump can only be read by restoring it, so there the current ones are. Throws BackupError and leaves no
 * file.
 */
export async function makeBackup(database: Database, file: string): Promise<string> {
  if (!isAbsolute(file)) throw new BackupError('The file needs an absolute path.');
  if (existsSync(file)) throw new BackupError(`${file} already exists.`);
  const { write, isReadable } = database.backup;
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    const before = isReadable ? undefined : await markOf(database, 'The books do not balance');
    await write(part);
    const mark = before ?? (await readCopy(database, part));
    renameSync(part, file);
    return mark;
  } finally {
    rmSync(part, { force: true });
  }
}

async function readCopy(source: Database, file: string): Promise<string> {
  const copy = await openDatabase(file);
  const reading = markOf(copy, 'The books of the copy do not balance');
  const mark = await reading.finally(() => copy.close());
  await markOf(source, 'The copy does not belong to this database', mark);
  return mark;
}

async function markOf(database: Database, complaint: string, noted?: string): Promise<string> {
  const { mark, problems } = await verifyLedger(database, noted);
  if (problems.length > 0) throw new BackupError(`${complaint}: ${problems.join('; ')}`);
  return mark;
}
