import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteReader } from '../database/sqlite.ts';
import type { Env } from '../env/env.ts';
import { askServer } from '../staff/console/socket.ts';
import { isoTime } from '../util/iso-time.ts';
import { askPostgres } from './ask-postgres.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

const { passed, warned } = findingsOf('backup');

const HOUR_MS = 3_600_000;
const OLD_HOURS = 26;
const LAST = "select at from staff_audit where action = 'backup' order by id desc limit 1";
const REMEDY = 'Run npm run backup every day, and copy the file elsewhere.';

/** How old the last backup made by `npm run backup` is; other copies of PostgreSQL are not known here. */
export async function checkBackup(env: Env, now: number): Promise<Finding[]> {
  let last: string | null;
  try {
    last = await lastBackup(env);
  } catch (error) {
    return [warned(`It cannot be read when the last backup was made: ${reasonOf(error)}`, 'See the database.')];
  }
  if (last === null) return [];
  if (last === 'never') return [warned('No backup has been made by npm run backup yet.', REMEDY)];
  const hours = Math.floor((now - Date.parse(last)) / HOUR_MS);
  return [
    hours > OLD_HOURS ? warned(`The last backup is ${hours} hours old.`, REMEDY) : passed(`The last backup: ${last}.`),
  ];
}

/** A time in ISO 8601, `never`, or null if there is no database yet. */
async function lastBackup({ DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIRECTORY }: Env): Promise<string | null> {
  if (DATABASE_URL !== undefined) return lastOfPostgres(DATABASE_DIRECT_URL ?? DATABASE_URL);
  const file = join(DATA_DIRECTORY, 'synx.sqlite');
  if (!existsSync(file)) return null;
  const told = await askServer(DATA_DIRECTORY, { args: ['last-backup'], credentials: null });
  if (told !== null) return told;
  const { values, close } = openSqliteReader(file);
  try {
    return timeOf(values(LAST)[0]);
  } finally {
    close();
  }
}

function lastOfPostgres(url: string): Promise<string | null> {
  return askPostgres(url, async (client) => {
    const { rows: tables } = await client.query<{ found: boolean }>(
      "select to_regclass('staff_audit') is not null found",
    );
    if (tables[0]?.found !== true) return null;
    const { rows } = await client.query<{ at: string }>(LAST);
    return timeOf(rows[0]?.at);
  });
}

function timeOf(milliseconds: string | undefined): string {
  return milliseconds === undefined ? 'never' : isoTime(BigInt(milliseconds));
}
