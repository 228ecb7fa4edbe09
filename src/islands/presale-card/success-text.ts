import type { PaymentStatus } from '#src/contract/presale.ts';
import { statusFacts } from '#src/purchase/payment-statuses.ts';

/** Whether the panel may speak of a purchase: not of a payment without tokens under review, nor of a failed one. */
export function isBought(status: PaymentStatus, tokensAllocated: string | null): boolean {
  const { outcome } = statusFacts(status);
  return outcome === 'needs-staff' ? tokensAllocated !== null : outcome !== 'not-paid';
}

/** Which text tells the buyer the state of the payment; `outcome` is where the watching of its confirmations ended. */
export function successText(status: PaymentStatus, outcome: 'pending' | 'credited' | 'processing' | null) {
  const key = statusFacts(outcome === 'credited' ? outcome : status).successText;
  return outcome === 'processing' && key === 'presale.success.confirming' ? 'presale.success.processing' : key;
}
