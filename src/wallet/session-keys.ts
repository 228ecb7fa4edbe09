import {
  BRIDGE,
  LAST_HOLDINGS,
  MANUAL_DISCONNECT,
  METHOD_BACKUP,
  PAID_CLAIM,
  WALLET_ACCOUNT,
  WALLET_CHAIN,
  WALLET_METHOD,
} from '#src/config/storage-keys.ts';

/** The wallet items in the browser's storage; the chain is for reloads (decision 23). */
const SESSION = [WALLET_ACCOUNT, WALLET_METHOD, WALLET_CHAIN] as const;

/** Reads the stored session; all fields are null if storage is empty or blocked. */
export function readSession(): {
  account: string | null;
  method: string | null;
  backup: string | null;
  chainId: number | null;
  manual: boolean;
} {
  const chain = read('session', WALLET_CHAIN);
  return {
    account: read('session', WALLET_ACCOUNT),
    method: read('session', WALLET_METHOD),
    backup: read('local', METHOD_BACKUP),
    chainId: chain === null ? null : Number(chain),
    manual: read('local', MANUAL_DISCONNECT) === 'true',
  };
}

/** Stores a connected account and its method, and lifts the manual-disconnect flag. */
export function storeSession(account: string, method: string): void {
  write('session', WALLET_ACCOUNT, account);
  write('session', WALLET_METHOD, method);
  write('local', METHOD_BACKUP, method);
  write('local', MANUAL_DISCONNECT, null);
}

/** Remembers the wallet's chain, as the page reloads only for another (decision 23); returns whether it is kept. */
export function storeChain(chainId: number): boolean {
  write('session', WALLET_CHAIN, String(chainId));
  return read('session', WALLET_CHAIN) === String(chainId);
}

/**
 * Removes the stored connection. If the visitor asked for it (`manual`), also removes what is kept of the wallet and
 * whatever could restore it, and sets the manual-disconnect flag. Otherwise keeps the method, because a wallet that
 * names no account may only be locked.
 */
export function clearSession({ manual }: { readonly manual: boolean }): void {
  for (const key of SESSION) write('session', key, null);
  if (!manual) return;
  for (const key of [METHOD_BACKUP, LAST_HOLDINGS, PAID_CLAIM]) write('local', key, null);
  setManualDisconnect(true);
}

/** Whether the bridge keeps anything in this browser, without which it has no session. */
export function hasBridgeItems(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(BRIDGE));
  } catch {
    return false;
  }
}

/** Sets or lifts the manual-disconnect flag; a purchase lifts it while it looks for a provider. */
export function setManualDisconnect(manual: boolean): void {
  write('local', MANUAL_DISCONNECT, manual ? 'true' : null);
}

function read(kind: 'session' | 'local', key: string): string | null {
  try {
    return storage(kind).getItem(key);
  } catch {
    return null;
  }
}

function write(kind: 'session' | 'local', key: string, value: string | null): void {
  try {
    if (value === null) storage(kind).removeItem(key);
    else storage(kind).setItem(key, value);
  } catch {
    // Without storage the visitor can still buy: the session just ends with the page.
  }
}

function storage(kind: 'session' | 'local'): Storage {
  return kind === 'session' ? sessionStorage : localStorage;
}
