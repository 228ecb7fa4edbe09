import { readBalance } from '#src/chain/read-balance.ts';
import { quantity } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';
import { LOOKALIKES } from '#src/config/lookalikes.ts';
import { publicRpc } from '#src/config/public-rpc.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { jsonRpc } from './json-rpc.ts';

export interface PublicAnswer {
  /** Base units keyed `${chainId}:${symbol}`; null where the node gave no answer. */
  readonly balances: Readonly<Record<string, bigint | null>>;
  /** Wei per unit of gas; null without an answer. */
  readonly gasPrice: bigint | null;
}

/**
 * What a chain's public node tells of an account: one request for each listed token, and one for the price of gas.
 * Never rejects.
 */
export async function readPublicBalances(chainId: ChainId, account: string): Promise<PublicAnswer> {
  const node = jsonRpc(publicRpc(chainId), new AbortController().signal);
  const tokens = [...TOKENS, ...LOOKALIKES].filter((token) => token.chainId === chainId);
  const gasPrice = node
    .request({ method: 'eth_gasPrice', params: [] })
    .then(quantity)
    .catch(() => null);
  const entries = tokens.map(
    async (token) => [`${chainId}:${token.symbol}`, await readBalance(node, token, account).catch(() => null)] as const,
  );
  return { balances: Object.fromEntries(await Promise.all(entries)), gasPrice: await gasPrice };
}
