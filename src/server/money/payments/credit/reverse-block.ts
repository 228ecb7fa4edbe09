import type { TransactionId } from '#src/server/platform/chains/payment-transaction.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { TimeSlice } from '#src/server/platform/util/turns.ts';
import { isOf } from '../find/find-payments-by-hash.ts';
import { reverseCredit } from './reverse-credit.ts';

const PAGE = 50;

/**
 * Reverses the credits and due refunds of a transaction's payments in a block that left the chain. Returns false if the
 * time slice ended before it had reversed all of them.
 */
export async function reverseBlock(
  context: AppContext,
  transaction: TransactionId,
  blockHash: string,
  timeSlice: TimeSlice,
): Promise<boolean> {
  let last = 0n;
  for (;;) {
    const page = await context.db
      .selectFrom('payments')
      .select('id')
      .where(isOf(transaction))
      .where('block_hash', '=', blockHash)
      .where('final', '=', 0n)
      .where('status', 'in', ['credited', 'refund-due'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id } of page) {
      if (!timeSlice.hasTime()) return false;
      await reverseCredit(context, { id, blockHash }, context.now());
      last = id;
    }
    if (page.length < PAGE) return true;
  }
}
