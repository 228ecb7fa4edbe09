import { readBalance } from '#src/chain/read-balance.ts';
import { quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import type { Credited } from '#src/contract/records.ts';

export interface CoinRow {
  readonly symbol: string;
  readonly decimals: number;
  /** Base units paid in credited payments, and held by the presale address now. */
  readonly credited: bigint;
  readonly balance: bigint;
}

export interface ChainBalances {
  readonly coins: readonly CoinRow[];
  /** Transactions the address has sent; null for a contract, which sends without counting them here. */
  readonly sent: number | null;
}

/** The presale address's balance of each coin of a chain, next to its credited payments. Throws the source's errors. */
export async function presaleBalances(
  source: RpcReader,
  presale: string,
  chainId: ChainId,
  credits: readonly Credited[],
): Promise<ChainBalances> {
  const coins: CoinRow[] = [];
  for (const token of TOKENS) {
    if (token.chainId !== chainId || !token.accepted) continue;
    const paid = credits.filter((credit) => credit.chainId === chainId && credit.token === token.symbol);
    coins.push({
      symbol: token.display,
      decimals: token.decimals,
      credited: paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      balance: await readBalance(source, token, presale),
    });
  }
  const [count, code] = await Promise.all([
    source.request({ method: 'eth_getTransactionCount', params: [presale, 'latest'] }),
    source.request({ method: 'eth_getCode', params: [presale, 'latest'] }),
  ]);
  return { coins, sent: code === '0x' ? Number(quantity(count)) : null };
}
