import type { MissingTransaction, PendingTransaction } from '#src/chain/transaction-reading.ts';
import type { TransactionId } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { TimeSlice } from '#src/server/platform/util/turns.ts';
import { reverseBlock } from '../credit/reverse-block.ts';
import { isOf } from '../find/find-payments-by-hash.ts';

/** A block that contained payments of a transaction when we read the chain. */
export interface KnownBlock {
  readonly number: bigint;
  readonly hash: string;
}

/** A transaction that is in no block now, with the blocks that contained its payments. */
interface NotMined extends TransactionId {
  readonly reading: PendingTransaction | MissingTransaction;
  readonly before: readonly KnownBlock[];
}

/**
 * Handles a transaction that is in no canonical block (any longer): reverses its credits in the blocks `before` and
 * sets its payments to `processing`. While it waits in the mempool, keeps its sender and nonce, so that we find a
 * replacement. Returns false if the time slice ended first.
 */
export async function handleMissingTransaction(
  context: AppContext,
  { reading, before, ...transaction }: NotMined,
  timeSlice: TimeSlice,
): Promise<boolean> {
  const { chainId, hash } = transaction;
  const at = BigInt(context.now());
  for (const block of before) {
    // The block is still canonical and the sources just cannot find the transaction: undo nothing.
    if ((await chainOf(context, chainId).blockHash(block.number)) === block.hash) continue;
    if (!(await reverseBlock(context, transaction, block.hash, timeSlice))) return false;
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
