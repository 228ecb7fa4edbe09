import { join } from 'node:path';
import type { Env } from '../env/env.ts';
import type { Mailer } from './mailer.ts';
import { outboxMailer } from './outbox-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** Real mail if SMTP_URL is set, otherwise files in DATA_DIRECTORY/outbox, announced on the console. */
export function createMailer(env: Env): Mailer {
  if (env.SMTP_URL !== undefined) return smtpMailer(env.SMTP_URL, env.MAIL_FROM);
  return outboxMailer(join(env.DATA_DIRECTORY, 'outbox'), env.MAIL_FROM, (line) => console.log(line));
}
