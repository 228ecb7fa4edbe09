import { showToast } from '#src/stores/toasts.ts';
import type { Notice } from '#src/wallet/notice.ts';
import type { PurchaseEvent } from './purchase-events.ts';
import { purchaseReducer } from './purchase-machine.ts';
import { $purchase } from './purchase-store.ts';

/**
 * Applies an event to the purchase state, shows its toast with a link to `payment`, and has the page load the stepper
 * once there is something to show.
 */
export function dispatch(event: PurchaseEvent, payment?: Notice['payment']): void {
  const before = $purchase.get();
  const { state, notice } = purchaseReducer(before, event, Date.now());
  $purchase.set(state);
  const { tracked } = state;
  if (tracked !== null && tracked !== before.tracked) window.dispatchEvent(new Event('synx:payment'));
  // Panel and messages load while the review is read: once the wallet has sent, a lost connection must not hide them.
  if (event.type === 'review') for (const part of ['synx:payment', 'synx:toast']) window.dispatchEvent(new Event(part));
  if (notice !== null) showToast(payment === undefined ? notice : { ...notice, payment });
}
