import { randomBytes } from 'node:crypto';
import { call, type LocalClient } from './local-client.ts';

/**
 * Takes the last `depth` blocks away and makes as many others; pairs put transactions, signed or by their fields, into
 * the n-th of them.
 */
export async function reorg(
  client: LocalClient,
  depth: number,
  transactions: readonly (readonly [unknown, number])[],
): Promise<void> {
  // Empty blocks made within one second would be the same blocks again.
  await client.setCoinbase({ address: `0x${randomBytes(20).toString('hex')}` });
  await call(client, 'anvil_reorg', [depth, transactions]);
}
