import { $outbox } from './pending-purchases.ts';

let started = false;

/**
 * Starts the outbox of this page, once, and posts the stored payments now. The code that posts them is loaded only if
 * there are any.
 */
export function startOutbox(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  if ($outbox.get().length === 0) return;
  import('./outbox.ts')
    .then(({ flushOutbox }) => flushOutbox())
    .catch((error: unknown) => {
      console.warn(error);
      started = false;
      window.addEventListener('online', startOutbox, { once: true });
    });
}
