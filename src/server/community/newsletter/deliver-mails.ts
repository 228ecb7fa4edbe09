import type { Selectable } from 'kysely';
import { DEFAULT_LOCALE, isLocale } from '#src/config/locales.ts';
import { RETENTION } from '#src/config/retention.ts';
import { backOff } from '#src/lib/time/back-off.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { SubscriberTable } from '#src/server/platform/database/tables.ts';
import { type Mailer, MailRefusedError } from '#src/server/platform/mail/mailer.ts';
import { newsletterMail } from '#src/server/platform/mail/newsletter-mail.ts';
import { CONFIRM_PATH, linkTo, UNSUBSCRIBE_PATH } from './subscriptions.ts';
import { issueToken } from './tokens.ts';

const AT_ONCE = 20;
const SHORTEST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
const HOUR_MS = 3_600_000;
/** Confirmation requests per instance and hour: more look like a list of strangers, and get the sender blocked. */
const REQUESTS_AN_HOUR = 1_000;

/** More failures in a row than a network hiccup causes. */
const ALARMING = 5n;

export interface Delivery {
  readonly context: Pick<AppContext, 'db' | 'alarms' | 'now'>;
  readonly mailer: Mailer;
  /** The site's origin, for links. */
  readonly origin: string;
  /** Called for every message that could not be sent and will be tried again. */
  readonly onFailure: (error: unknown) => void;
}

type Subscriber = Selectable<SubscriberTable>;

/**
 * Returns what sends the mails that are due; moving their time forward takes them, so no two instances send one. It
 * returns how many.
 */
export function createMailDelivery(delivery: Delivery): () => Promise<number> {
  const requestsOfHour = { until: 0, requests: 0 };
  return () => deliverMails(delivery, requestsOfHour);
}

async function deliverMails(delivery: Delivery, hour: { until: number; requests: number }): Promise<number> {
  const { db, now, alarms } = delivery.context;
  if (now() >= hour.until) Object.assign(hour, { until: now() + HOUR_MS, requests: 0 });
  const left = REQUESTS_AN_HOUR - hour.requests;
  const all = db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'mail_kind', 'mail_due_at', 'mail_attempts'])
    .where('mail_due_at', '<=', BigInt(now()))
    // Anybody can enter addresses that are refused for now, and each is tried again for a week.
    .orderBy('mail_attempts')
    .orderBy('mail_due_at')
    .limit(AT_ONCE);
  const asked = all.where((where) => where.or([where('mail_kind', '<>', 'confirm'), where('mail_attempts', '>', 0n)]));
  const due = await (left > 0 ? all : asked).execute();
  let sent = 0;
  for (const { id, mail_kind, mail_due_at, mail_attempts } of due) {
    // Another try is no other request.
    if (mail_kind === 'confirm' && mail_attempts === 0n) {
      if (hour.requests === REQUESTS_AN_HOUR) continue;
      hour.requests += 1;
      if (hour.requests === REQUESTS_AN_HOUR)
        await alarms.raise('mail', 'requests', `${REQUESTS_AN_HOUR} addresses were entered within an hour`);
    }
    const claimed = await db
      .updateTable('newsletter_subscribers')
      .set({
        mail_due_at: BigInt(now() + backOff(Number(mail_attempts), SHORTEST_WAIT_MS, LONGEST_WAIT_MS)),
        mail_attempts: mail_attempts + 1n,
      })
      .where('id', '=', id)
      .where('mail_due_at', '=', mail_due_at)
      .returningAll()
      .executeTakeFirst();
    if (claimed !== undefined && (await deliver(delivery, claimed))) sent += 1;
  }
  return sent;
}

async function deliver({ context, mailer, origin, onFailure }: Delivery, subscriber: Subscriber): Promise<boolean> {
  const { db, alarms, now } = context;
  const { id, email, mail_kind: kind, mail_due_at, mail_attempts } = subscriber;
  const locale = isLocale(subscriber.locale) ? subscriber.locale : DEFAULT_LOCALE;
  const unsubscribeToken = await issueToken(db, id, 'unsubscribe', now());
  const confirmToken = kind === 'confirm' ? await issueToken(db, id, 'confirm', now()) : null;
  const mail = newsletterMail({
    kind,
    to: email,
    locale,
    confirmUrl: confirmToken === null ? null : linkTo(origin, CONFIRM_PATH, confirmToken, locale),
    unsubscribeUrl: linkTo(origin, UNSUBSCRIBE_PATH, unsubscribeToken, locale),
    hours: RETENTION.confirmHours,
  });
  try {
    await mailer.send(mail, now());
  } catch (error) {
    if (error instanceof MailRefusedError) {
      await db.deleteFrom('newsletter_subscribers').where('id', '=', id).execute();
      return false;
    }
    onFailure(error);
    if (mail_attempts === ALARMING) await alarms.raise('mail', 'newsletter', 'mails cannot be sent; see the log');
    return false;
  }
  await db
    .updateTable('newsletter_subscribers')
    .set((row) => ({
      mailed_at: BigInt(now()),
      mail_attempts: 0n,
      confirm_mails: row('confirm_mails', '+', kind === 'confirm' ? 1n : 0n),
      // Unless another mail became due meanwhile.
      mail_due_at: row.case().when('mail_due_at', '=', mail_due_at).then(null).else(row.ref('mail_due_at')).end(),
    }))
    .where('id', '=', id)
    .execute();
  return true;
}
