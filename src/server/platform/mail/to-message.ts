import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.ts';

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
