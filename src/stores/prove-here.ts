import { liveConnection } from './live-connection.ts';
import { $wallet } from './wallet.ts';

/** Has the visitor sign one free message (EIP-4361) for a wallet; `statement` is what the wallet shows beside it. */
export async function proveHere(account: string, statement: string): Promise<void> {
  const connection = liveConnection();
  if (connection === null) throw new Error('no wallet connection');
  const { proveWallet } = await import('#src/wallet/prove-wallet.ts');
  const chainId = $wallet.get().walletChainId;
  await proveWallet({ provider: connection.provider, account, chainId, statement });
}
