import type { Db } from '#src/server/platform/database/tables.ts';
import { subscriberOf } from './tokens.ts';

/** Deletes the address of a link, with all its links; does nothing if somebody has used the link before. */
export async function unsubscribe(db: Db, token: string, now: number): Promise<void> {
  const subscriber = await subscriberOf(db, token, 'unsubscribe', now);
  if (subscriber === null) return;
  await db.deleteFrom('newsletter_subscribers').where('id', '=', subscriber).execute();
}
