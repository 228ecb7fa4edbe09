import { readBalance } from '#src/chain/read-balance.ts';
import { quantity } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';
import { LOOKALIKES } from '#src/config/lookalikes.ts';
import { publicRpc } from '#src/config/public-rpc.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { jsonRpc } from './json-rpc.ts';

/** An account's balances and the price of gas from a chain's public node, keyed as in $balances; null where silent. */
export async function readPublicBalances(
  chainId: ChainId,
  account: string,
): Promise<Readonly<Record<string, bigint | null>>> {
  const node = jsonRpc(publicRpc(chainId), new AbortController().signal);
  const tokens = [...TOKENS, ...LOOKALIKES].filter((token) => token.chainId === chainId);
  const gasPrice = node
    .request({ method: 'eth_gasPrice', params: [] })
    .then(quantity)
    .catch(() => null);
  const entries = tokens.map(
    async (token) => [`${chainId}:${token.symbol}`, await readBalance(node, token, account).catch(() => null)] as const,
  );
  return { ...Object.fromEntries(await Promise.all(entries)), [`${chainId}:gas`]: await gasPrice };
}
