import type { PageOf } from '#src/components/ui/page.tsx';
import type { LaterTexts } from '#src/i18n/dictionary.ts';

export interface PaymentsProps {
  readonly tag: string;
  /** Where a payment is tracked by its hash. */
  readonly trackPath: string;
  /** Where a receipt is shown by its number. */
  readonly receiptPath: string;
}

/** The same with the texts, which load with the first payment. */
export type PaymentsPage = PaymentsProps & { readonly texts: LaterTexts };

export type PaymentsText = PageOf<PaymentsPage>['t'];
