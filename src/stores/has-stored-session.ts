import { METHOD_BACKUP, WALLET_ACCOUNT } from '#src/config/storage-keys.ts';

/** Tells whether a wallet session may be restored, without loading any wallet code. */
export function hasStoredSession(): boolean {
  try {
    return sessionStorage.getItem(WALLET_ACCOUNT) !== null || localStorage.getItem(METHOD_BACKUP) !== null;
  } catch {
    return false;
  }
}
