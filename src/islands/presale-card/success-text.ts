import type { PaymentStatus } from '#src/contract/presale.ts';
import { isPurchase, statusFacts } from '#src/purchase/payment-statuses.ts';
import type { CardState } from '#src/purchase/purchase-state.ts';

/**
 * Whether the panel may call the payment a purchase: not one without tokens under review, nor one that was not sent or
 * has failed.
 */
export function isBought(status: PaymentStatus, tokensAllocated: string | null): boolean {
  return statusFacts(status).outcome === 'needs-staff' ? tokensAllocated !== null : isPurchase(status);
}

/** Whether tokens of the payment are on the buyer's balance, so that they can be staked. */
export function isCredited(status: PaymentStatus, tokensAllocated: string | null, watch: CardState['watch']): boolean {
  const isUnderReview = statusFacts(status).outcome === 'needs-staff';
  return status === 'credited' || watch === 'credited' || (isUnderReview && tokensAllocated !== null);
}

/** Which text describes the state of the payment to the buyer, by its status and the watch over its confirmations. */
export function successText(status: PaymentStatus, watch: CardState['watch']) {
  const key = statusFacts(watch === 'credited' ? watch : status).successText;
  return watch === 'ended' && key === 'presale.success.confirming' ? 'presale.success.processing' : key;
}
