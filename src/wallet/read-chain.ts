import type { ChainId } from '#src/config/chains.ts';
import { LOOKALIKES, type Lookalike } from '#src/config/lookalikes.ts';
import { TOKENS, type Token } from '#src/config/tokens.ts';
import type { Provider } from './provider-types.ts';

const BALANCE_OF = '0x70a08231';

/** Reads a hexadecimal quantity of JSON-RPC; throws TypeError for anything else. */
export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]+$/.test(value)) throw new TypeError('not a quantity');
  return BigInt(value);
}

/** Balance of one token or coin in base units, read through the wallet, which must be on the token's chain. */
export async function readBalance(provider: Provider, token: Token | Lookalike, account: string): Promise<bigint> {
  if (token.address === null)
    return quantity(await provider.request({ method: 'eth_getBalance', params: [account, 'latest'] }));
  const data = `${BALANCE_OF}${account.slice(2).toLowerCase().padStart(64, '0')}`;
  return quantity(await provider.request({ method: 'eth_call', params: [{ to: token.address, data }, 'latest'] }));
}

/**
 * Balances of every listed token of a chain, and of what is taken for one, keyed `${chainId}:${symbol}`; null where it cannot be known, which is all of
 * them while the wallet is on another chain.
 */
export async function readBalances(
  provider: Provider,
  chainId: ChainId,
  account: string,
): Promise<Record<string, bigint | null>> {
  const tokens = [...TOKENS, ...LOOKALIKES].filter((token) => token.chainId === chainId);
  const walletChain = await provider.request({ method: 'eth_chainId' }).then(Number, () => null);
  const entries = tokens.map(async (token) => {
    const balance = walletChain === chainId ? await readBalance(provider, token, account).catch(() => null) : null;
    return [`${chainId}:${token.symbol}`, balance] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
