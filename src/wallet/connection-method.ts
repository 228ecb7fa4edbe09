import type { WalletConnectRequest } from '#src/contract/wallet.ts';
import { BRIDGE_ID } from './bridge-option.ts';

export type ConnectionMethod = WalletConnectRequest['connectionMethod'];

const METHOD_OF_RDNS: Readonly<Record<string, ConnectionMethod>> = {
  'io.metamask': 'metamask',
  'io.metamask.flask': 'metamask',
  'com.coinbase.wallet': 'coinbase',
  'com.trustwallet.app': 'trust',
  'io.rabby': 'rabby',
  [BRIDGE_ID]: 'walletconnect',
};

/** What to call a wallet in POST /api/wallet/connect, from the reverse domain name it announces. */
export function connectionMethod(rdns: string): ConnectionMethod {
  return METHOD_OF_RDNS[rdns] ?? 'injected';
}
