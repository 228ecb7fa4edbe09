import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { type Mail, type Mailer, MailRefusedError } from './mailer.ts';

/** Limit for a whole message, in milliseconds: a server that sends a line now and then never counts as silent. */
const WITHIN_MS = 120_000;

/** Sends through a mail server. Waits at most 20 seconds per step and `withinMs` in all. */
export function smtpMailer(url: string, from: string, withinMs = WITHIN_MS): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    send: async (mail, at) => {
      try {
        await transport.sendMail({ ...toMessage(mail, from, at), signal: AbortSignal.timeout(withinMs) });
      } catch (error) {
        if (refusesReader(error)) throw new MailRefusedError('the reader is refused', { cause: error });
        throw error;
      }
    },
  };
}

/** RFC 5321, 4.2.3: 550, 551 and 553 to RCPT TO mean that there is no such mailbox. */
function refusesReader(error: unknown): boolean {
  const { command, responseCode } = (error instanceof Error ? error : {}) as Partial<NodemailerError>;
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode ?? 0);
}

/** Without SMTP_URL: writes each message as an .eml file to `folder` and reports it to `tell`. */
export function outboxMailer(folder: string, from: string, tell: (line: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail, at) => {
      const { message } = await transport.sendMail(toMessage(mail, from, at));
      const name = `${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}-${randomBytes(4).toString('hex')}.eml`;
      const file = join(folder, name);
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.part`, message as Buffer);
      await rename(`${file}.part`, file);
      tell(`Mail to ${mail.to}: “${mail.subject}” in ${file}`);
    },
  };
}

/** Text and HTML, one-click headers (RFC 8058), marked as sent by a program (RFC 3834). */
export function toMessage(mail: Mail, from: string, at: number): SendMailOptions {
  return {
    from,
    to: { name: '', address: mail.to },
    date: new Date(at),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.locale,
      ...(mail.unsubscribeUrl === null
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, foldLines: true, value: `<${mail.unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    // No part of a message may be fetched or read from disk.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
