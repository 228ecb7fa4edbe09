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
