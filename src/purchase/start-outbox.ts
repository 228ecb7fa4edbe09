import { PENDING_PURCHASE } from '#src/config/storage-keys.ts';
import { $outbox } from './pending-purchases.ts';

let started = false;

/**
 * Starts the outbox of this page, once: posts the stored payments now, and those that another tab stores when it does.
 * The code that posts them is loaded only if there are any.
 */
export function startOutbox(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  // Only other tabs cause this event.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(PENDING_PURCHASE) && newValue !== null) flush();
  });
  if ($outbox.get().length > 0) flush();
}

function flush(): void {
  import('./outbox.ts')
    .then(({ flushOutbox }) => flushOutbox())
    .catch((error: unknown) => {
      console.warn(error);
      window.addEventListener('online', flush, { once: true });
    });
}
