import { hash } from 'node:crypto';
import type { SocialAccount } from '#src/config/missions.ts';
import { secretOf } from '#src/server/platform/database/secrets.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** The salted hash by which a name or video counts once, even after its data is deleted. Not within a transaction. */
export async function accountHash(db: Db, kind: SocialAccount | 'video', key: string): Promise<string> {
  return hash('sha256', `${await secretOf(db, 'account-secret')}\0${kind}\0${key}`);
}
