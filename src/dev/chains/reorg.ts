import { randomBytes } from 'node:crypto';
import { call, type LocalClient } from './local-client.ts';

/** Replaces the last `depth` blocks; pairs put transactions, signed or given by fields, into the n-th new one. */
export async function reorg(
  client: LocalClient,
  depth: number,
  transactions: readonly (readonly [unknown, number])[],
): Promise<void> {
  // Empty blocks mined within one second would be identical to the removed ones.
  await client.setCoinbase({ address: `0x${randomBytes(20).toString('hex')}` });
  await call(client, 'anvil_reorg', [depth, transactions]);
}
