import type { Db } from '../database/tables.ts';
import type { PaymentRow } from './payment-row.ts';

/**
 * The payments known under a hash (lower case): those of that transaction, and those that a Safe executed under it. A Safe's
 * hash is executed once: of executions in several transactions (one left the chain) the one in a block counts.
 */
export async function paymentsUnder(db: Db, hash: string): Promise<readonly PaymentRow[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where((where) => where.or([where('transaction_hash', '=', hash), where('safe_tx_hash', '=', hash)]))
    .orderBy('chain_id')
    .orderBy('transfer_index')
    .execute();
  const standing = rows.some((row) => row.safe_tx_hash === hash && row.block_hash !== null);
  return rows.filter((row) => row.transaction_hash === hash || row.block_hash !== null || !standing);
}
