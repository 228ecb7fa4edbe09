import { unverifiableSubject } from '#src/server/money/payments/verify/payment-alarms.ts';
import { closeAlarm } from '#src/server/platform/alerts/alarms.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';

/** Closes the alarms about payments in review that end with the decision about this one. */
export async function closeReviewAlarm(
  tx: Tx,
  row: Pick<PaymentRow, 'chain_id' | 'transaction_hash' | 'block_number' | 'reason'>,
  now: number,
): Promise<void> {
  const unread = await tx
    .selectFrom('payments')
    .select('id')
    .where((where) => where.and({ chain_id: row.chain_id, status: 'needs-review', reason: 'amount-unverifiable' }))
    .limit(1)
    .executeTakeFirst();
  if (unread === undefined)
    await closeAlarm(tx, 'payment-needs-review', unverifiableSubject(row.chain_id), BigInt(now));
  const waiting = await tx
    .selectFrom('payments')
    .select('id')
    .where('chain_id', '=', row.chain_id)
    .where('transaction_hash', '=', row.transaction_hash)
    .where('status', '=', 'needs-review')
    .limit(1)
    .executeTakeFirst();
  if (waiting !== undefined) return;
  const subject = row.reason === 'internal-transfer' ? row.block_number : row.transaction_hash;
  await closeAlarm(tx, 'payment-needs-review', `${row.chain_id}/${subject}`, BigInt(now));
}
