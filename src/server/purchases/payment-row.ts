import type { Insertable, Selectable } from 'kysely';
import type { PaymentTable, SubmissionTable } from '../database/tables.ts';

export type PaymentRow = Selectable<PaymentTable>;
export type NewPayment = Insertable<PaymentTable>;
export type SubmissionRow = Selectable<SubmissionTable>;

/** Reasons that go with needs-review, refund-due and rejected; the site has a text for each. */
export type ReviewReason =
  | 'wrong-token'
  | 'no-payer'
  | 'token-mismatch'
  | 'token-off'
  | 'internal-transfer'
  | 'stale-price'
  | 'quorum-dispute'
  | 'amount-mismatch'
  | 'amount-unverifiable'
  | 'below-one-token';
export type RefundReason = 'over-sold' | 'sale-over';
export type RejectReason = 'wrong-recipient' | 'zero-value' | 'foreign-sender';
