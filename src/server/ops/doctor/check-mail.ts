import { createTransport } from 'nodemailer';
import type { Env } from '#src/server/platform/env/env.ts';
import { smtpMailer } from '#src/server/platform/mail/senders.ts';
import { failed, passed, reasonOf, type Verdict, type Verdicts, warned } from '#src/server/platform/util/finding.ts';
import { isThisMachine } from '#src/server/platform/util/is-this-machine.ts';

const TIMEOUT_MS = 10_000;

/** Whether the mail server lets us in; with `to`, whether it takes a message for that address. */
export async function* checkMail({ SMTP_URL, MAIL_FROM }: Env, to: string | undefined, now: number): Verdicts {
  if (SMTP_URL === undefined) {
    if (to !== undefined) yield failed('There is no mail server to send by.', 'Set SMTP_URL and MAIL_FROM.');
    return;
  }
  const { protocol, host, hostname } = new URL(SMTP_URL);
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
  } catch (error) {
    return yield failed(
      `The mail server ${host} refuses: ${reasonOf(error)}`,
      'Check SMTP_URL: host, port and password.',
    );
  } finally {
    transport.close();
  }
  yield passed(`The mail server ${host} accepts the account.`);
  if (protocol === 'smtp:' && !isThisMachine(hostname))
    yield warned('Mails leave over smtp:, encrypted only if the server offers it.', 'Use smtps:.');
  if (to !== undefined) yield sendTo(to, SMTP_URL, MAIL_FROM, now);
}

async function sendTo(to: string, url: string, from: string, now: number): Promise<Verdict> {
  const text = 'This message was sent by `npm run doctor` to find out whether mails of the site arrive.';
  const mail = { to, locale: 'en', subject: 'A test message of SYNX', text, html: `<p>${text}</p>` } as const;
  try {
    await smtpMailer(url, from).send({ ...mail, unsubscribeUrl: null }, now);
    return passed(`A message to ${to} was taken: look whether it arrives, and not as spam.`);
  } catch (error) {
    return failed(`A message to ${to} was refused: ${reasonOf(error)}`, 'Check MAIL_FROM and the rules of the server.');
  }
}
