import { existsSync } from 'node:fs';
import { peekDatabase } from '#src/server/platform/database/peek.ts';
import { databaseOf, isShared } from '#src/server/platform/database/settings.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { passed, reasonOf, type Verdicts, warned } from '#src/server/platform/util/finding.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { askServer } from '#src/server/staff/console/socket.ts';

const HOUR_MS = 3_600_000;
const OLD_HOURS = 26;
const LAST = "select at from staff_audit where action = 'backup' order by id desc limit 1";
const REMEDY = 'Run npm run backup every day, and copy the file elsewhere.';

/** How old the last backup made by `npm run backup` is; other copies are not known here. */
export async function* checkBackup(env: Env, now: number): Verdicts {
  let last: string | null;
  try {
    last = await lastBackup(env);
  } catch (error) {
    return yield warned(`It cannot be read when the last backup was made: ${reasonOf(error)}`, 'See the database.');
  }
  if (last === null) return;
  if (last === 'never') return yield warned('No backup has been made by npm run backup yet.', REMEDY);
  const hours = Math.floor((now - Date.parse(last)) / HOUR_MS);
  yield hours > OLD_HOURS
    ? warned(`The last backup is ${hours} hours old.`, REMEDY)
    : passed(`The last backup: ${last}.`);
}

/** A time in ISO 8601, `never`, or null if there is no database yet. */
async function lastBackup(env: Env): Promise<string | null> {
  const location = env.DATABASE_DIRECT_URL ?? databaseOf(env)[0];
  if (!isShared(env)) {
    if (!existsSync(location)) return null;
    const told = await askServer(env.DATA_DIRECTORY, { args: ['last-backup'], credentials: null });
    if (told !== null) return told;
  }
  return peekDatabase(location, async ({ hasTable, values }) =>
    (await hasTable('staff_audit')) ? timeOf((await values(LAST))[0]) : null,
  );
}

function timeOf(milliseconds: string | undefined): string {
  return milliseconds === undefined ? 'never' : isoTime(BigInt(milliseconds));
}
