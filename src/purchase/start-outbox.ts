import { PENDING_PURCHASE } from '#src/config/storage-keys.ts';
import { $paymentRequests } from './payment-requests.ts';
import { $outbox } from './pending-purchases.ts';

let started = false;

/** Starts this page's outbox, once: posts stored payments, and looks for those in doubt, if there are any. */
export function startOutbox(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  const flush = () => load(() => import('./outbox.ts').then((part) => part.flushOutbox()));
  const follow = () => load(() => import('./follow-requests.ts').then((part) => part.followRequests()));
  // Only other tabs cause this event.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(PENDING_PURCHASE) && newValue !== null) flush();
  });
  if ($outbox.get().length > 0) flush();
  // From then on the loaded code follows every request by itself.
  const stop = $paymentRequests.listen(() => {
    stop();
    follow();
  });
  if ($paymentRequests.get().length > 0) follow();
}

/** Runs a part that loads on demand; if it cannot be loaded, tries again once the page is online. */
function load(part: () => Promise<void>): void {
  part().catch((error: unknown) => {
    console.warn(error);
    window.addEventListener('online', () => load(part), { once: true });
  });
}
