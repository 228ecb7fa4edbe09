import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { toMessage } from './to-message.ts';

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
