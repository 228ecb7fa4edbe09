import { atom } from 'nanostores';
import { isChainId } from '#src/config/chains.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { Parcel } from '#src/wallet/parcel.ts';
import type { PurchaseEvent } from '#src/wallet/purchase-flow.ts';
import type { PurchaseIntent } from '#src/wallet/purchase-state.ts';
import { type TrackedPayment, trackParcel, trackPayment } from '#src/wallet/track-payment.ts';

/** The payment the stepper shows; null while there is none. */
export const $tracked = atom<TrackedPayment | null>(null);

/** Takes an event of a purchase into the stepper, and has the page load the stepper once there is something to show. */
export function trackEvent(event: PurchaseEvent, intent: PurchaseIntent): void {
  show(trackPayment($tracked.get(), event, intent, Date.now()));
}

/**
 * Shows a payment that the browser kept from before this page (its last answer in hand), unless a newer one is shown.
 */
export function trackStored(parcel: Parcel, result: PurchaseResponse): void {
  const chainId = result.chainId ?? parcel.body.chainId;
  if (isChainId(chainId)) show(trackParcel($tracked.get(), { ...parcel, chainId }, result));
}

function show(next: TrackedPayment | null): void {
  if (next === $tracked.get()) return;
  $tracked.set(next);
  if (next !== null) window.dispatchEvent(new Event('synx:payment'));
}

/** Puts the stepper away; the payment itself goes on. */
export function dismissTracked(): void {
  $tracked.set(null);
}
