import { sql } from 'kysely';
import type { Locale } from '#src/config/locales.ts';
import { RETENTION } from '#src/config/retention.ts';
import { deleteInChunks } from '#src/server/platform/database/delete-in-chunks.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { CONFIRM_MS, subscriberOf } from './tokens.ts';

const QUIET_PENDING_MS = 900_000n;
const QUIET_CONFIRMED_MS = 86_400_000n;
const MAX_CONFIRM_MAILS = 4n;

/** Stores an address and the mail it is due. Quiet times limit the mails that typing a stranger's address causes. */
export async function subscribe(db: Db, email: string, locale: Locale, now: number): Promise<void> {
  const time = BigInt(now);
  await sql`
    insert into newsletter_subscribers (email, locale, status, created_at, mail_kind, mail_due_at)
    values (${email}, ${locale}, 'pending', ${time}, 'confirm', ${time})
    on conflict (email) do update set
      mail_kind = case when newsletter_subscribers.status = 'confirmed' then 'known' else 'confirm' end,
      locale = case when newsletter_subscribers.status = 'confirmed' then newsletter_subscribers.locale else excluded.locale end,
      mail_due_at = excluded.mail_due_at,
      mail_attempts = 0
    where newsletter_subscribers.mail_due_at is null and (
      (newsletter_subscribers.status = 'pending'
        and newsletter_subscribers.confirm_mails < ${MAX_CONFIRM_MAILS}
        and newsletter_subscribers.mailed_at <= ${time - QUIET_PENDING_MS})
      or (newsletter_subscribers.status = 'confirmed'
        and newsletter_subscribers.mailed_at <= ${time - QUIET_CONFIRMED_MS}))`.execute(db);
}

/** Confirms a link's subscription and schedules a welcome mail, once. False if the link is unknown or expired. */
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

/** Deletes the address of a link, with all its links; does nothing if somebody has used the link before. */
export async function unsubscribe(db: Db, token: string, now: number): Promise<void> {
  const subscriber = await subscriberOf(db, token, 'unsubscribe', now);
  if (subscriber === null) return;
  await db.deleteFrom('newsletter_subscribers').where('id', '=', subscriber).execute();
}

export const CONFIRM_PATH = '/api/newsletter/confirm';
export const UNSUBSCRIBE_PATH = '/api/newsletter/unsubscribe';

/** Address of the page behind a mail's link; `origin` is the site's own, never one that a request named. */
export function linkTo(origin: string, path: string, token: string, locale: Locale): string {
  return `${origin}${path}?token=${token}&locale=${locale}`;
}

const UNSENT_MS = RETENTION.unsentDays * 86_400_000;

/** Deletes addresses whose owners never confirmed, and links that have expired. */
export async function sweepSubscribers(db: Db, now: number): Promise<void> {
  const before = (age: number) => BigInt(now - age);
  await deleteInChunks(
    db,
    'newsletter_subscribers',
    'id',
    sql`status = 'pending' and (created_at <= ${before(UNSENT_MS)}
      or mail_due_at is null and mailed_at <= ${before(CONFIRM_MS)})`,
  );
  await deleteInChunks(db, 'newsletter_tokens', 'token_hash', sql`expires_at <= ${BigInt(now)}`);
}
