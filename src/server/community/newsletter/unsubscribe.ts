import type { Db } from '#src/server/platform/database/tables.ts';
import { subscriberOf } from './tokens.ts';

/** Deletes the address a link belongs to, with all its links; nothing happens for a link that was used before. */
export async function unsubscribe(db: Db, token: string, now: number): Promise<void> {
  const subscriber = await subscriberOf(db, token, 'unsubscribe', now);
  if (subscriber === null) return;
  await db.deleteFrom('newsletter_subscribers').where('id', '=', subscriber).execute();
}
