import { atom } from 'nanostores';
import type { PurchaseEvent } from '#src/wallet/purchase-flow.ts';
import type { PurchaseIntent } from '#src/wallet/purchase-state.ts';
import { type TrackedPayment, trackPayment } from '#src/wallet/track-payment.ts';

/** The payment the stepper shows; null while there is none. */
export const $tracked = atom<TrackedPayment | null>(null);

/** Takes an event of a purchase into the stepper, and has the page load the stepper once there is something to show. */
export function trackEvent(event: PurchaseEvent, intent: PurchaseIntent): void {
  const next = trackPayment($tracked.get(), event, intent, Date.now());
  if (next === $tracked.get()) return;
  $tracked.set(next);
  if (next !== null) window.dispatchEvent(new Event('synx:payment'));
}

/** Puts the stepper away; the payment itself goes on. */
export function dismissTracked(): void {
  $tracked.set(null);
}
