import type { MissingTransaction, PendingTransaction } from '#src/chain/transaction-reading.ts';
import type { TransactionId } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { Turn } from '#src/server/platform/util/turn.ts';
import { reverseBlock } from '../credit/reverse-block.ts';
import { isOf } from '../find/find-payments-by-hash.ts';

/** A block that contained payments of a transaction when the chain was read. */
export interface KnownBlock {
  readonly number: bigint;
  readonly hash: string;
}

/** A transaction that is in no block now, and the blocks that contained its payments before. */
interface NotMined extends TransactionId {
  readonly reading: PendingTransaction | MissingTransaction;
  readonly before: readonly KnownBlock[];
}

/**
 * A transaction that is in no canonical block (any longer): its credits in one of the blocks `before` are reversed, its
 * payments are `processing` again, and while it waits in the mempool its sender and nonce are kept, so that a
 * replacement is found. Returns whether all of it is done; false when the turn ended first.
 */
export async function handleMissingTransaction(
  context: AppContext,
  { reading, before, ...transaction }: NotMined,
  turn: Turn,
): Promise<boolean> {
  const { chainId, hash } = transaction;
  const at = BigInt(context.now());
  for (const block of before) {
    // Still in the canonical chain: the sources merely cannot find it at the moment, and nothing is undone.
    if ((await chainOf(context, chainId).blockHash(block.number)) === block.hash) continue;
    if (!(await reverseBlock(context, transaction, block.hash, turn))) return false;
    await context.db
      .updateTable('payments')
      .set({
        status: 'processing',
        reason: null,
        confirmations: 0n,
        block_number: null,
        block_hash: null,
        block_time: null,
        updated_at: at,
      })
      .where(isOf(transaction))
      .where('block_hash', '=', block.hash)
      .where('final', '=', 0n)
      .where('status', 'not in', ['credited', 'refund-due'])
      .execute();
  }
  if (reading.state === 'pending') {
    await context.db
      .updateTable('submissions')
      .set({
        sender: reading.from,
        nonce: reading.nonce,
        chain_id: BigInt(chainId),
        status: 'processing',
        reason: null,
        updated_at: at,
      })
      .where('transaction_hash', '=', hash)
      .where('status', 'in', ['processing', 'waiting-signers', 'replaced', 'cancelled', 'expired'])
      .execute();
  }
  return true;
}
