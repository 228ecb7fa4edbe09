import { randomBytes } from 'node:crypto';
import { call, type LocalClient } from '../chains/local-client.ts';

/** Far from finality, which is 64 blocks behind the head. */
const DEEPEST = 12n;

interface BlockTransaction {
  readonly hash: string;
  readonly from: string;
  readonly r: string;
  readonly input: string;
  readonly [field: string]: unknown;
}

/**
 * Takes the last payment of a wallet out of its block and puts it into the newest one: the chain is made anew from that
 * block on, at the same height, with the same transactions at its end. Returns how many blocks were replaced; 0 where the
 * wallet sent nothing in the last twelve.
 */
export async function reorganise(client: LocalClient, wallet: string): Promise<number> {
  const head = await client.getBlockNumber();
  const gone: BlockTransaction[] = [];
  for (let number = head; number > 0n && head - number < DEEPEST; number -= 1n) {
    const block = await call<{ transactions: BlockTransaction[] }>(client, 'eth_getBlockByNumber', [
      `0x${number.toString(16)}`,
      true,
    ]);
    gone.unshift(...block.transactions);
    if (!block.transactions.some(({ from }) => from.toLowerCase() === wallet.toLowerCase())) continue;
    const depth = Number(head - number) + 1;
    const pairs = await Promise.all(gone.map(async (one) => [await again(client, one), depth - 1]));
    // Empty blocks made within one second would be the same blocks again.
    await client.setCoinbase({ address: `0x${randomBytes(20).toString('hex')}` });
    await call(client, 'anvil_reorg', [depth, pairs]);
    return depth;
  }
  return 0;
}

/** A signed transaction as it is; one of an account that the chain lends without its key by its fields. */
async function again(client: LocalClient, transaction: BlockTransaction): Promise<unknown> {
  if (BigInt(transaction.r) !== 0n) return call(client, 'eth_getRawTransactionByHash', [transaction.hash]);
  const { from, to, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas, input } = transaction;
  return { from, to, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas, data: input };
}
