import type { Transfer } from '#src/chain/find-transfers.ts';
import { findSafePayment } from '#src/chain/safe-transaction.ts';
import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { isGenuineSafe } from '../../chains/genuine-safe.ts';
import { type AppContext, chainOf } from '../../context/app-context.ts';

/**
 * The coins that a Safe pays us by this transaction, proven by its own code throughout the block. Null if there are
 * none, also when the contract is not a Safe: anybody can deploy one that claims any amount, and coins that it did pass
 * on are found like those of every other contract. `unreadable` while the sources cannot tell. A payment that is stored
 * with this block was proven before (S23), and is proven once more by verifyAndCredit().
 */
export async function findProvenSafePayment(
  context: AppContext,
  chainId: ChainId,
  transactionHash: string,
  reading: MinedTransaction,
): Promise<Transfer | null | 'unreadable'> {
  const claimed = findSafePayment(reading, context.env.presaleAddress);
  if (claimed === null) return null;
  const stored = await context.db
    .selectFrom('payments')
    .select('id')
    .where('chain_id', '=', BigInt(chainId))
    .where('transaction_hash', '=', transactionHash)
    .where('transfer_index', '=', BigInt(claimed.transferIndex))
    .where('block_hash', '=', reading.blockHash)
    .executeTakeFirst();
  if (stored !== undefined) return claimed;
  const block = { number: reading.blockNumber, hash: reading.blockHash };
  return chainOf(context, chainId)
    .readByQuorum((source) => isGenuineSafe(source, claimed.payer, transactionHash, block))
    .then(
      (isGenuine) => (isGenuine ? claimed : null),
      () => 'unreadable' as const,
    );
}
