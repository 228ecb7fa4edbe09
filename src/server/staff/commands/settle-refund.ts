import type { Tx } from '#src/server/platform/database/tables.ts';
import { recordRefund } from '#src/server/platform/records/record-refund.ts';
import { StaffRefusal } from '../auth/refusal.ts';
import { transactionHashField } from './fields.ts';

export const refundHashField = transactionHashField.describe('Hash of the transaction that paid refund {refund}');

/**
 * Whether a due refund of a final payment may be recorded with this hash, which pays no other one. Throws StaffRefusal.
 */
export async function checkRefund(tx: Tx, refund: bigint, hash: string): Promise<void> {
  const same = await tx.selectFrom('refunds').select('id').where('refund_hash', '=', hash).executeTakeFirst();
  if (same !== undefined) throw new StaffRefusal(`Refund ${same.id} was paid by that transaction.`);
  const own = await tx.selectFrom('payments').select('id').where('transaction_hash', '=', hash).executeTakeFirst();
  if (own !== undefined) throw new StaffRefusal('That transaction is a payment to us.');
  const row = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.status', 'payments.final'])
    .where('refunds.id', '=', refund)
    .executeTakeFirst();
  if (row?.status !== 'due') throw new StaffRefusal('This refund is not due.');
  if (row.final !== 1n) throw new StaffRefusal('The block of the payment is not final yet.');
}

/** Records a refund as paid, once. Throws StaffRefusal. */
export async function settleRefund(tx: Tx, refund: bigint, hash: string, now: number): Promise<{ paymentId: bigint }> {
  await checkRefund(tx, refund, hash);
  const row = await tx
    .updateTable('refunds')
    .set({ status: 'paid', refund_hash: hash })
    .where('id', '=', refund)
    .where('status', '=', 'due')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new StaffRefusal('This refund is not due.');
  await recordRefund(tx, row, BigInt(now));
  return { paymentId: row.payment_id };
}
