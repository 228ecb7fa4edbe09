import { PENDING_PURCHASE } from '#src/config/storage-keys.ts';
import { $paymentRequests } from './payment-requests.ts';
import { $outbox } from './pending-purchases.ts';

let started = false;

/**
 * Starts the outbox of this page, once: posts the stored payments now, and those that another tab stores when it does.
 * Likewise looks for the payments whose fate is not known. The code that does either is loaded only if there are any.
 */
export function startOutbox(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  const flush = () => load(() => import('./outbox.ts').then(({ flushOutbox }) => flushOutbox()));
  const follow = () => load(() => import('./follow-requests.ts').then(({ followRequests }) => followRequests()));
  // Only other tabs cause this event.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(PENDING_PURCHASE) && newValue !== null) flush();
  });
  if ($outbox.get().length > 0) flush();
  // From then on the code follows every request by itself.
  const stop = $paymentRequests.listen(() => {
    stop();
    follow();
  });
  if ($paymentRequests.get().length > 0) follow();
}

/** Runs a part that loads on demand; one that cannot be loaded is tried again once the page is online. */
function load(part: () => Promise<void>): void {
  part().catch((error: unknown) => {
    console.warn(error);
    window.addEventListener('online', () => load(part), { once: true });
  });
}
