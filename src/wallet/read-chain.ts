import { readBalance } from '#src/chain/read-balance.ts';
import { quantity } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';
import { chainNumber } from '#src/config/chains.ts';
import { LOOKALIKES } from '#src/config/lookalikes.ts';
import { TOKENS } from '#src/config/tokens.ts';
import type { Provider } from './provider-types.ts';
import { timelyProvider } from './resolve-provider.ts';

/** A chain's balances in base units (`${chainId}:${symbol}`) and gas in wei (`${chainId}:gas`); null is unknown. */
export async function readBalances(
  wallet: Provider,
  chainId: ChainId,
  account: string,
): Promise<Record<string, bigint | null>> {
  const tokens = [...TOKENS, ...LOOKALIKES].filter((token) => token.chainId === chainId);
  const provider = timelyProvider(wallet);
  const walletChain = await provider.request({ method: 'eth_chainId' }).then(chainNumber, () => null);
  const isThere = walletChain === chainId;
  const gasPrice = isThere ? provider.request({ method: 'eth_gasPrice', params: [] }).then(quantity, () => null) : null;
  const entries = tokens.map(async (token) => {
    const balance = isThere ? await readBalance(provider, token, account).catch(() => null) : null;
    return [`${chainId}:${token.symbol}`, balance] as const;
  });
  return { ...Object.fromEntries(await Promise.all(entries)), [`${chainId}:gas`]: await gasPrice };
}
