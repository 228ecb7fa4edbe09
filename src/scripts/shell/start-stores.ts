import { startOutbox } from '#src/purchase/start-outbox.ts';
import { $toasts } from '#src/stores/toasts.ts';
import { restoreWallet } from '#src/stores/wallet.ts';
import { $wallet } from '#src/stores/wallet-state.ts';

// A page's work once it needs the stores, whether or not an island has loaded: it restores a stored wallet, sends
// unrecorded payments, and tells the islands' directives (client:intent, client:toast) when to load.
const { dataset } = document.documentElement;

$wallet.subscribe(({ status }) => {
  dataset.wallet = status;
  if (status !== 'disconnected') announce('session');
});
$toasts.subscribe((toasts) => {
  if (toasts.length > 0) announce('toast');
});
// The mark of the first paint remains until the session has been restored or has failed to be.
void restoreWallet().finally(() => delete dataset.known);
startOutbox();

function announce(what: 'toast' | 'session'): void {
  if (dataset[what] !== undefined) return;
  dataset[what] = '';
  dispatchEvent(new Event(`synx:${what}`));
}
