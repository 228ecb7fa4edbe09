import { startOutbox } from '#src/purchase/start-outbox.ts';
import { $toasts } from '#src/stores/toasts.ts';
import { restoreWallet } from '#src/stores/wallet.ts';
import { $wallet } from '#src/stores/wallet-state.ts';

// What a page does once it needs the stores, whether an island has loaded or not: it restores a stored wallet, sends
// what was not recorded yet, and tells the islands' directives (client:intent, client:toast) when to load.
const { dataset } = document.documentElement;

$wallet.subscribe(({ status }) => {
  dataset.wallet = status;
  if (status !== 'disconnected') announce('session');
});
$toasts.subscribe((toasts) => {
  if (toasts.length > 0) announce('toast');
});
// The mark of the first paint stays until the session is really restored, or is not.
void restoreWallet().finally(() => delete dataset.known);
startOutbox();

function announce(what: 'toast' | 'session'): void {
  if (dataset[what] !== undefined) return;
  dataset[what] = '';
  dispatchEvent(new Event(`synx:${what}`));
}
