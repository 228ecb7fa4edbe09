import type { Transfer } from '#src/chain/find-transfers.ts';
import { findSafePayment } from '#src/chain/safe-transaction.ts';
import { isGenuineSafe } from '#src/server/platform/chains/genuine-safe.ts';
import type { PaymentTransaction } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { isOf } from '../find/find-payments-by-hash.ts';

/**
 * The coins that a Safe pays us in this transaction, proven by its own code throughout the block. Null if there are
 * none or the contract is not a Safe: anybody can deploy a contract that claims any amount, and we find the coins it
 * really passed on as we do for any other contract. `unreadable` while the sources cannot tell. A payment stored in
 * this block has been proven (S23), and verifyAndCredit() proves it once more.
 */
export async function findProvenSafePayment(
  context: AppContext,
  transaction: PaymentTransaction,
): Promise<Transfer | null | 'unreadable'> {
  const { chainId, reading } = transaction;
  const told = findSafePayment(reading, context.env.presaleAddress);
  if (told === null) return null;
  const stored = await context.db
    .selectFrom('payments')
    .select('id')
    .where(isOf(transaction))
    .where('transfer_index', '=', BigInt(told.transferIndex))
    .where('block_hash', '=', reading.blockHash)
    .executeTakeFirst();
  if (stored !== undefined) return told;
  return chainOf(context, chainId)
    .readByQuorum((source) => isGenuineSafe(source, told.payer, transaction))
    .then(
      (isGenuine) => (isGenuine ? told : null),
      () => 'unreadable' as const,
    );
}
