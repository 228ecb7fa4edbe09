import { askingProvider, type SignatureUse } from './ask-wallet.ts';
import { currentConnection } from './current-connection.ts';
import { $wallet } from './wallet-state.ts';

let statement = '';

/** Sets the statement that the wallet shows next to a signature, for callers that hold no texts of a page. */
export function setProofStatement(text: string): void {
  statement = text;
}

/**
 * Has the connected account sign one free message and sends it to the API (decision 24). Throws if `account` is not the
 * connected one, the wallet's error (4001 for a refusal), or RequestError.
 */
export async function proveAccount(
  account: string,
  { say = statement, use = 'sign' }: { readonly say?: string; readonly use?: SignatureUse } = {},
): Promise<void> {
  const connection = currentConnection();
  const { account: connected, walletChainId: chainId } = $wallet.get();
  if (connection === null || connected?.toLowerCase() !== account.toLowerCase())
    throw new Error('the account is not connected');
  const { proveWallet } = await import('#src/wallet/prove-wallet.ts');
  const provider = askingProvider(connection.provider, use);
  await proveWallet({ provider, account: connected, chainId, statement: say });
}
