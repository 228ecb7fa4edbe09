import { closeAlarm } from '../../alerts/alarms.ts';
import type { PaymentRow } from '../../database/payment-row.ts';
import type { Tx } from '../../database/tables.ts';
import { isPassedOn } from '../../payments/verify/passed-on-place.ts';

/**
 * Closes the alarm of a transaction once a person has decided all of its payments; for coins that a contract passed on,
 * the alarm of their block.
 */
export async function closeReviewAlarm(
  tx: Tx,
  row: Pick<PaymentRow, 'chain_id' | 'transaction_hash' | 'transfer_index' | 'block_number'>,
  now: number,
): Promise<void> {
  const waiting = await tx
    .selectFrom('payments')
    .select('id')
    .where('chain_id', '=', row.chain_id)
    .where('transaction_hash', '=', row.transaction_hash)
    .where('status', '=', 'needs-review')
    .executeTakeFirst();
  if (waiting !== undefined) return;
  const subject = isPassedOn(row) ? row.block_number : row.transaction_hash;
  await closeAlarm(tx, 'payment-needs-review', `${row.chain_id}/${subject}`, BigInt(now));
}
