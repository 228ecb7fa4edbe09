import { randomBytes } from 'node:crypto';
import { isPostgres } from './statements.ts';
import type { Db } from './tables.ts';

/** More than a payment writes: an almost full disk still takes a small row. */
const BYTES = { embedded: 24_576, postgres: 6_144 } as const;

/** Overwrites a setting of this host with another incompressible value; sweepOld() deletes it. */
export async function tryWriting(db: Db, host: string): Promise<void> {
  const value = randomBytes(isPostgres(db) ? BYTES.postgres : BYTES.embedded).toString('base64');
  await db
    .insertInto('settings')
    .values({ key: `written-by:${host}`, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
