import type { MissingTransaction, PendingTransaction } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { chainOf, type Engine } from './engine.ts';
import { reverseCredit } from './reverse-credit.ts';

/**
 * A transaction that is in no canonical block (any more): what was credited for it is reversed, its payments are
 * `processing` again (`before`: as they stood when the chain was asked), and while it waits in the mempool its sender and nonce are kept, so that a replacement is found.
 */
export async function noteAbsence(
  engine: Engine,
  chainId: ChainId,
  transactionHash: string,
  reading: PendingTransaction | MissingTransaction,
  before: readonly {
    readonly id: bigint;
    readonly block_number: bigint | null;
    readonly block_hash: string | null;
  }[],
): Promise<void> {
  const at = BigInt(engine.now());
  for (const row of before) {
    if (row.block_number === null || row.block_hash === null) continue;
    // Still in the canonical chain: then it is the sources that cannot find it just now, and nothing is undone.
    if ((await chainOf(engine, chainId).blockHash(row.block_number)) === row.block_hash) continue;
    await reverseCredit(engine.db, { id: row.id, blockHash: row.block_hash }, engine.now());
    await engine.db
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
      .where('id', '=', row.id)
      .where('block_hash', '=', row.block_hash)
      .where('status', 'not in', ['credited', 'refund-due'])
      .execute();
  }
  if (reading.state === 'pending') {
    await engine.db
      .updateTable('submissions')
      .set({
        sender: reading.from,
        nonce: reading.nonce,
        chain_id: BigInt(chainId),
        status: 'processing',
        reason: null,
        updated_at: at,
      })
      .where('transaction_hash', '=', transactionHash)
      .where('status', 'in', ['processing', 'waiting-signers', 'replaced', 'cancelled', 'expired'])
      .execute();
  }
}
