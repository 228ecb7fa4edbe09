import { map, onMount } from 'nanostores';
import type { ChainId } from '#src/config/chains.ts';
import { currentConnection } from './current-connection.ts';
import { $account, $wallet } from './wallet-state.ts';

/** Base units keyed `${chainId}:${symbol}`, and the price of gas (wei) keyed `${chainId}:gas`; null while unknown. */
export const $balances = map<Record<string, bigint | null>>({});

// Nothing of an account outlives it.
onMount($balances, () => $account.listen(() => $balances.set({})));

/** Reads a chain's balances and price of gas through the wallet; unknown while it is on another. Never rejects. */
export async function loadBalances(chainId: ChainId): Promise<void> {
  const connection = currentConnection();
  const { account } = $wallet.get();
  if (connection === null || account === null) return $balances.set({});
  // One file with the code that connects a wallet: it is there, because this one is connected.
  const part = await import('#src/wallet/read-chain.ts').catch(() => null);
  if (part === null) return;
  const balances = await part.readBalances(connection.provider, chainId, account);
  if ($wallet.get().account === account) $balances.set({ ...$balances.get(), ...balances });
}
