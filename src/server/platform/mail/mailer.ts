import type { Locale } from '#src/config/locales.ts';
import { ServerError } from '../util/server-error.ts';

/** A message to one reader. */
export interface Mail {
  readonly to: string;
  readonly locale: Locale;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address that unsubscribes the reader by one POST (RFC 8058); null for a message that belongs to no list. */
  readonly unsubscribeUrl: string | null;
}

export interface Mailer {
  /** Hands a message over. Throws MailRefusedError if trying again is useless, otherwise any other error. */
  send(mail: Mail, at: number): Promise<void>;
}

/** The receiving side refuses this reader permanently. */
export class MailRefusedError extends ServerError {
  override readonly name = 'MailRefusedError';
  readonly code = 'mail_refused';
}
