import { createHash } from 'node:crypto';
import type { SocialAccount } from '#src/config/missions.ts';
import { secretOf } from '#src/server/platform/database/secrets.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/**
 * The salted hash that makes an account's name or a video count once. It outlives the name, so that deleting one's data
 * does not free a name for somebody else. Not within a transaction.
 */
export async function accountHash(db: Db, kind: SocialAccount | 'video', key: string): Promise<string> {
  return createHash('sha256')
    .update(`${await secretOf(db, 'account-secret')}\0${kind}\0${key}`)
    .digest('hex');
}
