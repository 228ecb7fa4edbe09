import { ANY_PAYMENT, METHOD_BACKUP, QUEUED_TOAST, WALLET_ACCOUNT } from '#src/config/storage-keys.ts';
import { onFirstAct } from './on-first-act.ts';

/** Stored items that may need the stores: a wallet session, a payment in progress, a toast kept over a reload. */
const WAITING: readonly string[] = [WALLET_ACCOUNT, METHOD_BACKUP, ANY_PAYMENT, QUEUED_TOAST];
/** Islands that load without the visitor; the others wait for the visitor, and so do the stores. */
const EAGER = 'astro-island:not([client="intent"], [client="payments"], [client="toast"])';

/** Loads the stores: at once if storage needs them, after the first paint if an island does, else at the first act. */
export function loadStores(): void {
  const load = () => void import('./start-stores.ts').then((part) => part.startStores());
  if (isWaiting()) load();
  else if (document.querySelector(EAGER) !== null) afterFirstPaint(load);
  else onFirstAct(load);
}

/** A hidden page never paints. */
function afterFirstPaint(then: () => void): void {
  if (document.hidden) then();
  else requestAnimationFrame(() => requestAnimationFrame(then));
}

function isWaiting(): boolean {
  try {
    return [localStorage, sessionStorage].some((storage) =>
      Object.keys(storage).some((key) => WAITING.some((prefix) => key.startsWith(prefix))),
    );
  } catch {
    return false;
  }
}
