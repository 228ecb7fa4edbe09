import { atom, computed } from 'nanostores';
import { IDLE, type PurchaseState } from './purchase-state.ts';

/** The single state of buying on this page: the card's view, and the stepper's payment. */
export const $purchase = atom<PurchaseState>(IDLE);

/** The stepper's payment; null while there is none. */
export const $tracked = computed($purchase, ({ tracked }) => tracked);

/** Closes the stepper; the payment itself continues. */
export function dismissTracked(): void {
  $purchase.set({ ...$purchase.get(), tracked: null });
}
