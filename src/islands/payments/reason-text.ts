import type { PaymentReason } from '#src/contract/payments.ts';
import type { PaymentsText } from './payments-props.ts';

const REASONS: readonly PaymentReason[] = [
  ...(['wrong-token', 'no-payer', 'token-mismatch', 'token-off', 'internal-transfer', 'stale-price'] as const),
  ...(['quorum-dispute', 'amount-mismatch', 'amount-unverifiable', 'below-one-token', 'over-sold'] as const),
  ...(['sale-over', 'wrong-recipient', 'zero-value', 'foreign-sender'] as const),
];

/** The sentence for why a payment is in review, returned or refused; empty for a reason this build does not know. */
export function reasonText(t: PaymentsText, reason: string | null): string {
  const known = REASONS.find((each) => each === reason);
  return known === undefined ? '' : t(`payment.reason.${known}`);
}
