import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import { call, type LocalClient, localClient } from '#src/dev/chains/local-client.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { fund, newWallet, tokenAddress } from '../pay.ts';
import { stackAddress } from './stack-address.ts';

/** By their addresses. */
const clients = new Map<string, LocalClient>();

/** A client of one of the run's chains. */
export function chainClient(chainId: ChainId): LocalClient {
  const rpcUrl = stackAddress().chains.find((chain) => chain.chainId === chainId)?.rpcUrl;
  if (rpcUrl === undefined) throw new RangeError(`no chain ${chainId}`);
  const client = clients.get(rpcUrl) ?? localClient(chainId, rpcUrl);
  clients.set(rpcUrl, client);
  return client;
}

/** Mines blocks, each one confirmation for everything before it. */
export async function mine(chainId: ChainId, blocks: number): Promise<void> {
  await chainClient(chainId).mine({ blocks });
}

/** A wallet nobody else uses; with a million coins on the chain, or `coins`, and its balance of one token. */
export async function fundedWallet(
  chainId: ChainId,
  { coins, token }: { readonly coins?: string; readonly token?: readonly [symbol: string, amount: string] } = {},
): Promise<string> {
  const client = chainClient(chainId);
  const wallet = newWallet();
  const decimals = token === undefined ? 0 : (findToken(chainId, token[0])?.decimals ?? 0);
  await fund(
    client,
    wallet,
    token === undefined ? [] : [[tokenAddress(chainId, token[0]), toUnits(token[1], decimals)]],
  );
  if (coins !== undefined) await giveCoins(chainId, wallet, coins);
  return wallet;
}

/** Sets a wallet's balance of a chain's own coin. */
export async function giveCoins(chainId: ChainId, wallet: string, coins: string): Promise<void> {
  const value = toUnits(coins, CHAINS[chainId].nativeCurrency.decimals);
  await call(chainClient(chainId), 'anvil_setBalance', [wallet, `0x${value.toString(16)}`]);
}
