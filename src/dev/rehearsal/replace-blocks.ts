import { randomBytes } from 'node:crypto';
import { call, type LocalClient } from '../chains/local-client.ts';

/** A transaction as the chain's blocks list it; amounts in hexadecimal. */
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

/** Makes the last `depth` blocks anew, as many and with these transactions in the newest one. */
export async function replaceBlocks(
  client: LocalClient,
  depth: number,
  transactions: readonly BlockTransaction[],
): Promise<void> {
  const pairs = await Promise.all(transactions.map(async (one) => [await again(client, one), depth - 1]));
  // Empty blocks made within one second would be the same blocks again.
  await client.setCoinbase({ address: `0x${randomBytes(20).toString('hex')}` });
  await call(client, 'anvil_reorg', [depth, pairs]);
}

/** A signed transaction as it is; one of an account that the chain lends without its key by its fields. */
async function again(client: LocalClient, transaction: BlockTransaction): Promise<unknown> {
  if (BigInt(transaction.r) !== 0n) return call(client, 'eth_getRawTransactionByHash', [transaction.hash]);
  const { from, to, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas, input } = transaction;
  return { from, to, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas, data: input };
}
