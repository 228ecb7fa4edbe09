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
  const { chain_id, transaction_hash, block_number, reason } = row;
  const close = (subject: string) => closeAlarm(tx, 'payment-needs-review', subject, BigInt(now));
  const isWaiting = async (which: Partial<Pick<PaymentRow, 'transaction_hash' | 'block_number' | 'reason'>>) => {
    const like = { ...which, chain_id, status: 'needs-review' as const };
    const query = tx.selectFrom('payments').select('id');
    return (
      (await query
        .where((where) => where.and(like))
        .limit(1)
        .executeTakeFirst()) !== undefined
    );
  };
  if (!(await isWaiting({ reason: 'amount-unverifiable' }))) await close(unverifiableSubject(chain_id));
  if (!(await isWaiting({ transaction_hash }))) await close(`${chain_id}/${transaction_hash}`);
  // Coins passed on in a block have one alarm, however many of its transactions people recorded.
  if (reason === 'internal-transfer' && !(await isWaiting({ block_number, reason })))
    await close(`${chain_id}/${block_number}`);
}
