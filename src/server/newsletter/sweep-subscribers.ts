import { type SqlBool, sql } from 'kysely';
import type { Db } from '../database/tables.ts';
import { CONFIRM_HOURS } from './tokens.ts';

const UNSENT_MS = 7 * 86_400_000;

/** Deletes addresses whose owners never confirmed, and links that have expired. */
export async function sweepSubscribers(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('newsletter_subscribers')
    .where(sql<SqlBool>`status = 'pending'`)
    .where((where) =>
      where.or([
        where.and([
          where('mail_due_at', 'is', null),
          where('mailed_at', '<=', BigInt(now - CONFIRM_HOURS * 3_600_000)),
        ]),
        where('created_at', '<=', BigInt(now - UNSENT_MS)),
      ]),
    )
    .execute();
  await db.deleteFrom('newsletter_tokens').where('expires_at', '<=', BigInt(now)).execute();
}
