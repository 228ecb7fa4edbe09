import { call, type LocalClient } from '../chains/local-client.ts';
import { reorg } from '../chains/reorg.ts';

/** A transaction in the chain's list for a block; amounts in hexadecimal. */
export interface BlockTransaction {
  readonly hash: string;
  readonly from: string;
  readonly r: string;
  readonly input: string;
  readonly [field: string]: unknown;
}

/** The transactions of a block, in its order. */
export async function transactionsOf(client: LocalClient, number: bigint): Promise<readonly BlockTransaction[]> {
  const params = [`0x${number.toString(16)}`, true];
  return (await call<{ transactions: BlockTransaction[] }>(client, 'eth_getBlockByNumber', params)).transactions;
}

/** Replaces the last `depth` blocks by as many new ones, with these transactions in the newest. */
export async function replaceBlocks(
  client: LocalClient,
  depth: number,
  transactions: readonly BlockTransaction[],
): Promise<void> {
  const pairs = transactions.map(async (one) => [await again(client, one), depth - 1] as const);
  await reorg(client, depth, await Promise.all(pairs));
}

/** A signed transaction unchanged; a transaction of an unlocked account, by its fields. */
async function again(client: LocalClient, transaction: BlockTransaction): Promise<unknown> {
  if (BigInt(transaction.r) !== 0n) return call(client, 'eth_getRawTransactionByHash', [transaction.hash]);
  const { from, to, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas, input } = transaction;
  return { from, to, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas, data: input };
}
