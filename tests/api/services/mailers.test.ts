import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Mail, MailRefusedError } from '#src/server/platform/mail/mailer.ts';
import { newsletterMail } from '#src/server/platform/mail/newsletter-mail.ts';
import { outboxMailer, smtpMailer } from '#src/server/platform/mail/senders.ts';
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const FROM = 'SYNX <news@synx.example>';
const AT = Date.parse('2026-05-04T12:00:00.000Z');
const token = 'A'.repeat(43);
const link = (path: string) => `https://synx.example/api/newsletter/${path}?token=${token}&locale=ar`;
const mail: Mail = newsletterMail({
  kind: 'confirm',
  to: 'reader@example.org',
  locale: 'ar',
  confirmUrl: link('confirm'),
  unsubscribeUrl: link('unsubscribe'),
  hours: 48,
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function mailServer(answerTo?: string, endless?: string): Promise<SmtpServer> {
  const server = await startSmtpServer(answerTo, endless);
  cleanups.push(server.stop);
  return server;
}

/** Header fields, unfolded. */
function headersOf(message: string): string {
  return (message.split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
}

function check(message: string): void {
  const headers = headersOf(message);
  expect(headers).toMatch(/^From: SYNX <news@synx\.example>$/m);
  expect(headers).toMatch(/^To: reader@example\.org$/m);
  expect(headers).toContain(`List-Unsubscribe: <${link('unsubscribe')}>`);
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(headers).toMatch(/^Date: Mon, 04 May 2026 12:00:00 \+0000$/m);
  expect(message).toMatch(/text\/plain; charset=utf-8/);
  expect(message).toMatch(/text\/html; charset=utf-8/);
}

test('without a mail server each message is an .eml file and a line on the console', async () => {
  const folder = folderOfTest();
  const told: string[] = [];
  const outbox = outboxMailer(join(folder, 'outbox'), FROM, (line) => told.push(line));
  await outbox.send(mail, AT);
  await outbox.send(mail, AT);
  const files = await readdir(join(folder, 'outbox'));
  expect(files).toHaveLength(2);
  for (const file of files) {
    expect(file).toMatch(/^20260504120000-[0-9a-f]{8}\.eml$/);
    check(await readFile(join(folder, 'outbox', file), 'utf8'));
  }
  expect(told[0]).toContain('reader@example.org');
  expect(told[0]).toContain('.eml');
});

test('with a mail server the message is handed to it', async () => {
  const { url, received } = await mailServer();
  await smtpMailer(url, FROM).send(mail, AT);
  expect(received).toHaveLength(1);
  check(received[0] ?? '');
});

test('a missing mailbox is distinguished from a server that is busy or gone', async () => {
  const none = await mailServer('550 no such user');
  await expect(smtpMailer(none.url, FROM).send(mail, AT)).rejects.toThrow(MailRefusedError);
  const busy = await mailServer('451 try later');
  await expect(smtpMailer(busy.url, FROM).send(mail, AT)).rejects.not.toThrow(MailRefusedError);
  await expect(smtpMailer('smtp://127.0.0.1:1', FROM).send(mail, AT)).rejects.not.toThrow(MailRefusedError);
});

test.each(['EHLO', 'DATA'])(
  'a server whose answer to %s never ends is given up, and its connection closed (S22)',
  async (command) => {
    const { url, stop } = await mailServer(undefined, command);
    const error = await smtpMailer(url, FROM, 300)
      .send(mail, AT)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefusedError);
    // Only without a connection.
    await stop();
    cleanups.pop();
  },
);

test('a message’s content is escaped, and it loads nothing', () => {
  expect(mail.html).toContain('dir="rtl"');
  expect(mail.html).toContain(link('confirm').replace('&', '&amp;'));
  expect(mail.html).not.toMatch(/<img|<script|src=|url\(/);
});
