import { $outbox } from './pending-purchases.ts';

let started = false;

/**
 * Starts the outbox of this page, once: what is stored is posted now. What posts it is loaded only where something is
 * stored.
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
