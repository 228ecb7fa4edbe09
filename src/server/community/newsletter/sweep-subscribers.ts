import { sql } from 'kysely';
import { deleteInChunks } from '#src/server/platform/database/delete-in-chunks.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { CONFIRM_HOURS } from './tokens.ts';

const UNSENT_MS = 7 * 86_400_000;

/** Deletes addresses whose owners never confirmed, and links that have expired. */
export async function sweepSubscribers(db: Db, now: number): Promise<void> {
  const before = (age: number) => BigInt(now - age);
  await deleteInChunks(
    db,
    'newsletter_subscribers',
    'id',
    sql`status = 'pending' and (created_at <= ${before(UNSENT_MS)}
      or mail_due_at is null and mailed_at <= ${before(CONFIRM_HOURS * 3_600_000)})`,
  );
  await deleteInChunks(db, 'newsletter_tokens', 'token_hash', sql`expires_at <= ${BigInt(now)}`);
}
