import { sql } from 'kysely';
import type { Locale } from '#src/config/locales.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

const QUIET_PENDING_MS = 900_000n;
const QUIET_CONFIRMED_MS = 86_400_000n;
const MAX_CONFIRM_MAILS = 4n;

/**
 * Stores an address (lower case) and that it is due a mail: a request to confirm, or a note to somebody who has already
 * subscribed. Typing a stranger's address again and again sends no more mails than the quiet times allow.
 */
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
