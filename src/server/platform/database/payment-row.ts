import type { Selectable } from 'kysely';
import type { REFUND_REASONS, REJECT_REASONS, REVIEW_REASONS } from '#src/contract/payments.ts';
import type { PaymentTable, PostedHashTable } from './tables.ts';

export type PaymentRow = Selectable<PaymentTable>;
export type PostedHashRow = Selectable<PostedHashTable>;

export type ReviewReason = (typeof REVIEW_REASONS)[number];
export type RefundReason = (typeof REFUND_REASONS)[number];
export type RejectReason = (typeof REJECT_REASONS)[number];
