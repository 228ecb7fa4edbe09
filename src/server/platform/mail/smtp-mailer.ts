import { createTransport, type NodemailerError } from 'nodemailer';
import { type Mailer, MailRefusedError } from './mailer.ts';
import { toMessage } from './to-message.ts';

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
