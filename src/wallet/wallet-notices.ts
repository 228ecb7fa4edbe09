import { hasCode, isRejection } from './error-code.ts';
import type { Notice } from './notice.ts';

/**
 * The toast of a failed connection: "Wallet Connection Timeout", "Invalid Wallet Provider", or "Connection Failed" with
 * its stated sentence (R8.005-R8.010); a null error means that there is no wallet at all.
 */
export function connectNotice(error: unknown): Notice {
  if (named(error, 'DeadlineError')) return { key: 'walletConnectionTimeout', variant: 'destructive' };
  if (named(error, 'InvalidProviderError')) return { key: 'invalidWalletProvider', variant: 'destructive' };
  return { key: 'connectionFailed', textKey: `wallet.error.${connectReason(error)}`, variant: 'destructive' };
}

function connectReason(error: unknown): string {
  if (error === null) return 'noWallet';
  if (isRejection(error)) return 'rejected';
  return named(error, 'NoAccountsError') ? 'noAccounts' : 'failed';
}

/** The toast of a failed network switch: cancelled, not added, or failed, for which a purchase has a separate text. */
export function switchNotice(error: unknown, reason: 'choice' | 'purchase'): Notice {
  if (named(error, 'AddChainError')) return { key: 'addNetworkFailed', variant: 'destructive' };
  if (hasCode(error, 4001)) return { key: 'switchCancelled' };
  return { key: reason === 'purchase' ? 'chainSwitchFailed' : 'networkSwitchFailed', variant: 'destructive' };
}

/** By name, not by class: the classes are in modules that load only with a wallet. */
function named(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
