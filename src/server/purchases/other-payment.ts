import type { Db } from '../database/tables.ts';
import type { SubmissionRow } from './payment-row.ts';

/** Hash of the mined payment with the same sender and nonce, which took the place of this one; null where there is none. */
export async function otherPayment(
  db: Db,
  row: Pick<SubmissionRow, 'transaction_hash' | 'chain_id' | 'sender' | 'nonce'>,
): Promise<string | null> {
  if (row.chain_id === null || row.sender === null || row.nonce === null) return null;
  const other = await db
    .selectFrom('payments')
    .select('transaction_hash')
    .where('chain_id', '=', row.chain_id)
    .where('sender', '=', row.sender)
    .where('nonce', '=', row.nonce)
    .where('transaction_hash', '<>', row.transaction_hash)
    .where('block_hash', 'is not', null)
    .executeTakeFirst();
  return other?.transaction_hash ?? null;
}
