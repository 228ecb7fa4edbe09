import { request } from '#src/client/request.ts';
import type { WalletConnectRequest, WalletConnectResponse } from '#src/contract/wallet.ts';

let last: WalletConnectRequest | null = null;

/** Tells the API which wallet is connected; a failure is only logged. */
export function registerWallet(account: string, connectionMethod: WalletConnectRequest['connectionMethod']): void {
  last = { walletAddress: account.toLowerCase(), connectionMethod };
  reopenSession().catch((error: unknown) => console.warn(error));
}

/** Reopens the API's session for the registered wallet if its cookie is gone; null without one. Throws RequestError. */
export async function reopenSession(): Promise<WalletConnectResponse | null> {
  return last && request('POST', '/api/wallet/connect', last);
}
