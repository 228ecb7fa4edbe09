import type { Db } from '#src/server/platform/database/tables.ts';
import { subscriberOf } from './tokens.ts';

/**
 * Confirms the subscription of a link and schedules a welcome mail; a second time changes nothing. False if the link is
 * unknown or has expired.
 */
export async function confirm(db: Db, token: string, now: number): Promise<boolean> {
  const subscriber = await subscriberOf(db, token, 'confirm', now);
  if (subscriber === null) return false;
  await db
    .updateTable('newsletter_subscribers')
    .set({
      status: 'confirmed',
      confirmed_at: BigInt(now),
      mail_kind: 'welcome',
      mail_due_at: BigInt(now),
      mail_attempts: 0n,
    })
    .where('id', '=', subscriber)
    .where('status', '=', 'pending')
    .execute();
  return true;
}
