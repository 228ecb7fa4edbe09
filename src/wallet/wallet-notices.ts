import type { ToastKey } from '#src/i18n/dictionary.ts';
import { isNamed, isRejection, isSilence } from './error-code.ts';
import type { Notice } from './notice.ts';

/** The toast of a failed connection, by its error; null means that there is no wallet. */
export function connectNotice(error: unknown): Notice {
  if (isSilence(error)) return { key: 'walletConnectionTimeout', variant: 'destructive' };
  if (isNamed(error, 'InvalidProviderError')) return { key: 'invalidWalletProvider', variant: 'destructive' };
  return { key: 'connectionFailed', textKey: `wallet.error.${connectReason(error)}`, variant: 'destructive' };
}

function connectReason(error: unknown): string {
  if (error === null) return 'noWallet';
  if (isRejection(error)) return 'rejected';
  return isNamed(error, 'NoAccountsError') ? 'noAccounts' : 'failed';
}

/** The toast of a failed network switch: cancelled, not added, or failed, which has its own text in a purchase. */
export function switchNotice(error: unknown, reason: 'choice' | 'purchase'): Notice {
  if (isNamed(error, 'AddChainError')) return { key: 'addNetworkFailed', variant: 'destructive' };
  if (isRejection(error)) return { key: 'switchCancelled' };
  return { key: reason === 'purchase' ? 'chainSwitchFailed' : 'networkSwitchFailed', variant: 'destructive' };
}

/** The toast of a write that needed a signature and got none; null if the error is not the wallet's. */
export function signatureNotice(error: unknown, failed: ToastKey): Notice | null {
  const reason = isRejection(error) ? 'rejected' : isSilence(error) ? 'silent' : null;
  return reason && { key: failed, textKey: `wallet.error.${reason}`, variant: 'destructive' };
}
