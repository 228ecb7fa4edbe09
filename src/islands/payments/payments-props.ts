import type { LaterTexts } from '#src/i18n/dictionary.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';

export interface PaymentsProps {
  readonly tag: string;
  /** Where a payment is tracked by its hash. */
  readonly trackPath: string;
  /** Where a receipt is shown by its number. */
  readonly receiptPath: string;
}

export type PaymentsText = TextOf<keyof LaterTexts>;
