import type { PaymentStatus } from '#src/contract/presale.ts';
import { statusFacts } from '#src/purchase/payment-statuses.ts';

/** Whether the panel may call the payment a purchase: not one without tokens under review, nor a failed one. */
export function isBought(status: PaymentStatus, tokensAllocated: string | null): boolean {
  const { outcome } = statusFacts(status);
  return outcome === 'needs-staff' ? tokensAllocated !== null : outcome !== 'not-paid';
}

/**
 * Which text describes the state of the payment to the buyer; `outcome` is the result of watching its confirmations.
 */
export function successText(status: PaymentStatus, outcome: 'pending' | 'credited' | 'processing' | null) {
  const key = statusFacts(outcome === 'credited' ? outcome : status).successText;
  return outcome === 'processing' && key === 'presale.success.confirming' ? 'presale.success.processing' : key;
}
