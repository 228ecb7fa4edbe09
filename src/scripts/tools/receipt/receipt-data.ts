import type { Texts } from '#src/i18n/namespace.ts';

/** The data of the receipt page for its script. */
export interface ReceiptData {
  readonly texts: Texts<'receipt' | 'payment'>;
  readonly words: Readonly<
    Record<
      | 'site'
      | 'issuer'
      | 'network'
      | 'when'
      | 'credited'
      | 'presale'
      | 'note'
      | 'failed'
      | 'unread'
      | 'unable'
      | 'explorer'
      | 'fee'
      | 'unmade',
      string
    >
  >;
  readonly tag: string;
  readonly verifyPath: string;
}
