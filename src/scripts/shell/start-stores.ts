import { startOutbox } from '#src/purchase/start-outbox.ts';
import { hasStoredSession } from '#src/stores/has-stored-session.ts';
import { $toasts, showQueuedToast } from '#src/stores/toasts.ts';
import { $wallet } from '#src/stores/wallet-state.ts';

let started = false;

/** Starts the stores once: restores a wallet, sends unrecorded payments, tells the islands' directives when to load. */
export function startStores(): void {
  if (started) return;
  started = true;
  const { dataset } = document.documentElement;
  $wallet.subscribe(({ status }) => {
    dataset.wallet = status;
    if (status !== 'disconnected') announce('session');
  });
  $toasts.subscribe((toasts) => {
    if (toasts.length > 0) announce('toast');
  });
  // The mark of the first paint remains until the session has been restored or has failed to be.
  void restore().finally(() => delete dataset.known);
  startOutbox();
}

/** The code of wallets is loaded only for a visitor who comes back with one. */
async function restore(): Promise<void> {
  if (!hasStoredSession()) return showQueuedToast();
  const { restoreWallet } = await import('#src/stores/wallet.ts');
  await restoreWallet();
}

function announce(what: 'toast' | 'session'): void {
  const { dataset } = document.documentElement;
  if (dataset[what] !== undefined) return;
  dataset[what] = '';
  dispatchEvent(new Event(`synx:${what}`));
}
