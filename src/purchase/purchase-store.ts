import { atom, computed } from 'nanostores';
import { IDLE, type PurchaseState } from './purchase-state.ts';

/** The one state of buying on this page: what the card shows, and the payment of the stepper. */
export const $purchase = atom<PurchaseState>(IDLE);

/** The payment the stepper shows; null while there is none. */
export const $tracked = computed($purchase, ({ tracked }) => tracked);

/** Puts the stepper away; the payment itself goes on. */
export function dismissTracked(): void {
  $purchase.set({ ...$purchase.get(), tracked: null });
}
