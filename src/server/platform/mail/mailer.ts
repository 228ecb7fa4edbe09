import type { Locale } from '#src/config/locales.ts';

/** A message to one reader. */
export interface Mail {
  readonly to: string;
  readonly locale: Locale;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address that unsubscribes the reader with one POST (RFC 8058); null if the message belongs to no list. */
  readonly unsubscribeUrl: string | null;
}

export interface Mailer {
  /** Hands a message over. Throws MailRefusedError if another try is useless, otherwise any other error. */
  send(mail: Mail, at: number): Promise<void>;
}

/** The mail server refuses this reader for good. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
