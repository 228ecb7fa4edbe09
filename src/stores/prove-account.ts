import { loadTexts } from '#src/client/load-texts.ts';
import { askingProvider, type SignatureUse } from './ask-wallet.ts';
import { currentConnection } from './current-connection.ts';
import { $wallet } from './wallet-state.ts';

/**
 * Has the connected account sign one free message, next to which the wallet shows our statement in the page's language,
 * and sends it to the API (decision 24). Throws if `account` is not the connected one, the wallet's error (4001 for a
 * refusal), or like every request; the wallet is not asked while the statement cannot be read.
 */
export async function proveAccount(account: string, use: SignatureUse = 'sign'): Promise<void> {
  const connection = currentConnection();
  const { account: connected, walletChainId: chainId } = $wallet.get();
  if (connection === null || connected?.toLowerCase() !== account.toLowerCase())
    throw new Error('the account is not connected');
  const [{ proveWallet }, texts] = await Promise.all([import('#src/wallet/prove-wallet.ts'), loadTexts()]);
  const statement = texts['wallet.proof.statement'];
  const provider = askingProvider(connection.provider, use);
  await proveWallet({ provider, account: connected, chainId, statement });
}
