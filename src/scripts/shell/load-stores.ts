import { METHOD_BACKUP, PENDING_PURCHASE, QUEUED_TOAST, WALLET_ACCOUNT } from '#src/config/storage-keys.ts';

/**
 * What may wait in the browser's storage for the stores: a wallet session, a payment on its way, a toast kept over a
 * reload.
 */
const WAITING: readonly string[] = [WALLET_ACCOUNT, METHOD_BACKUP, PENDING_PURCHASE, QUEUED_TOAST];
/** Islands that load by themselves; the others wait for the visitor, and so do the stores. */
const EAGER = 'astro-island:not([client="intent"], [client="payments"], [client="toast"])';

/** Loads what follows the stores: at once where a page or the storage needs it, else with the visitor's first move. */
export function loadStores(): void {
  const load = () => void import('./start-stores.ts');
  if (document.querySelector(EAGER) !== null || isWaiting()) load();
  else for (const type of ['pointerover', 'keydown', 'focusin']) addEventListener(type, load, { once: true });
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
