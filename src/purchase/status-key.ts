import type { PaymentRecord } from '#src/contract/payments.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import { isKnownStatus } from './payment-statuses.ts';

/**
 * The key of the sentence for a payment's status. The API may be newer than the page and send a status that this build
 * does not know, which has a generic sentence.
 */
export function statusSentenceKey(status: PaymentStatus): `api.status.${PaymentStatus}` | 'payment.status.unnamed' {
  return isKnownStatus(status) ? `api.status.${status}` : 'payment.status.unnamed';
}

/** The key of a status's name; for a status that this build does not know, the generic sentence. */
export function statusNameKey(
  status: PaymentStatus | 'unknown',
  isFinal: boolean,
): `payment.status.${PaymentStatus | 'final' | 'unknown' | 'unnamed'}` {
  if (status === 'credited' && isFinal) return 'payment.status.final';
  return status === 'unknown' || isKnownStatus(status) ? `payment.status.${status}` : 'payment.status.unnamed';
}

type Returned = Pick<PaymentRecord, 'refundUsd' | 'refundsPaid'>;

/** Whether everything that was due back of these payments has been paid back. */
export function isRefunded(payments: readonly Returned[]): boolean {
  return (
    payments.every(({ refundUsd }) => refundUsd === null) && payments.some(({ refundsPaid }) => refundsPaid.length > 0)
  );
}

/** The key of the name of a payment's state: a refund that was paid is due no more. */
export function recordNameKey(
  record: Returned & Pick<PaymentRecord, 'status' | 'final'>,
): ReturnType<typeof statusNameKey> | 'payment.refunded' {
  const { status, final } = record;
  return status === 'refund-due' && isRefunded([record]) ? 'payment.refunded' : statusNameKey(status, final);
}
