import type { LocalClient } from '../chains/local-client.ts';
import { type BlockTransaction, replaceBlocks, transactionsOf } from './replace-blocks.ts';

/** Far from finality, which is 64 blocks behind the head. */
export const DEEPEST = 12n;

/** Moves a wallet's last payment into the newest block. Returns how many blocks were replaced; 0 for no payment. */
export async function reorganise(client: LocalClient, wallet: string): Promise<number> {
  const head = await client.getBlockNumber();
  const gone: BlockTransaction[] = [];
  for (let number = head; number > 0n && head - number < DEEPEST; number -= 1n) {
    const transactions = await transactionsOf(client, number);
    gone.unshift(...transactions);
    if (!transactions.some(({ from }) => from.toLowerCase() === wallet.toLowerCase())) continue;
    const depth = Number(head - number) + 1;
    await replaceBlocks(client, depth, gone);
    return depth;
  }
  return 0;
}
