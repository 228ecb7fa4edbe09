import type { Locale } from '#src/config/locales.ts';
import { ServerError } from '../util/server-error.ts';

/** A message to one reader. */
export interface Mail {
  readonly to: string;
  readonly locale: Locale;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address that takes the reader off the list by one POST (RFC 8058); null for a message that is of no list. */
  readonly unsubscribeUrl: string | null;
}

export interface Mailer {
  /** Hands a message over. Throws MailRefusedError where trying again is of no use, any other error where it is. */
  send(mail: Mail, at: number): Promise<void>;
}

/** The receiving side refuses this reader for good. */
export class MailRefusedError extends ServerError {
  override readonly name = 'MailRefusedError';
  readonly code = 'mail_refused';
}
