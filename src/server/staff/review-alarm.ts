import type { Tx } from '../database/tables.ts';
import type { PaymentRow } from '../purchases/payment-row.ts';

/** Closes the alarm of a payment that a person has decided. */
export async function closeReviewAlarm(
  tx: Tx,
  row: Pick<PaymentRow, 'chain_id' | 'transaction_hash'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({ resolved_at: BigInt(now) })
    .where('kind', '=', 'payment-needs-review')
    .where('subject', '=', `${row.chain_id}/${row.transaction_hash}`)
    .where('resolved_at', 'is', null)
    .execute();
}
