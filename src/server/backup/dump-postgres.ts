import { spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Database } from '../database/database.ts';
import { BackupError } from './make-copy.ts';
import { verifyLedger } from './verify-ledger.ts';

/**
 * Writes a dump of PostgreSQL as of one moment (pg_dump, custom format) to a new file. Returns the ledger's mark before
 * the dump: a database restored from it must begin with that mark. On failure throws BackupError and leaves no file.
 */
export async function dumpPostgres(database: Database, file: string): Promise<string> {
  if (!isAbsolute(file)) throw new BackupError('The file needs an absolute path.');
  if (existsSync(file)) throw new BackupError(`${file} already exists.`);
  const { mark, problems } = await verifyLedger(database);
  if (problems.length > 0) throw new BackupError(`The books do not balance: ${problems.join('; ')}`);
  const part = `${file}.part`;
  try {
    await run(database.location, part);
    renameSync(part, file);
    return mark;
  } finally {
    rmSync(part, { force: true });
  }
}

async function run(url: string, file: string): Promise<void> {
  const address = new URL(url);
  // Not as an argument: every user of the machine can see those.
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`, `--dbname=${address.href}`];
  const child = spawn('pg_dump', args, { env: { ...process.env, PGPASSWORD }, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', () => reject(new BackupError('pg_dump is not installed here. It comes with PostgreSQL.')));
    child.once('close', resolve);
  });
  const [code, complaint] = await Promise.all([ended, text(child.stderr)]);
  if (code !== 0) throw new BackupError(`pg_dump failed: ${complaint.trim()}`);
}
