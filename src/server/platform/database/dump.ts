import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { BackupError } from './database-error.ts';

/** Writes a dump of PostgreSQL as of one moment (pg_dump, custom format) to a file. Throws BackupError. */
export async function dump(url: string, file: string): Promise<void> {
  const address = new URL(url);
  // Not as an argument, which every user of the machine can see.
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
