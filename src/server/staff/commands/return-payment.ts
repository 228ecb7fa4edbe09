import { z } from 'zod';
import { USD_DECIMALS } from '#src/config/sale.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { paymentWorth } from '#src/server/money/payments/verify/worth.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { StaffRefusal } from '../auth/refusal.ts';
import { type Received, refuseUnarrived } from './arrived-coins.ts';
import { findPayment } from './find-payment.ts';
import { closeReviewAlarm } from './review-alarm.ts';

const ONE_CENT = 10_000n;

/** The value of a payment to be returned, in micro-dollars. */
export const refundValueField = z
  .string()
  .trim()
  .transform((text, context) => {
    const units = parseDecimal(text, USD_DECIMALS);
    if (units !== null && units < 10n ** 18n) return units;
    context.addIssue({ code: 'custom', message: 'must be an amount such as 25.50' });
    return z.NEVER;
  });

/**
 * Whether a value is what the server itself knows of a payment, within a tenth: at its review or now. A token without a
 * price has none, which is 0, as is less than a cent. A value that is too low would let one person settle a large
 * payment by a small refund.
 */
export async function isKnownValue(tx: Tx, row: PaymentRow, micro: bigint): Promise<boolean> {
  const known = [row.worth_micro, await paymentWorth(tx, row)].filter((worth) => worth !== null);
  return known.length === 0
    ? micro === 0n
    : known.some(
        (worth) => (micro * 10n >= worth * 9n && micro * 10n <= worth * 11n) || (micro === 0n && worth < ONE_CENT),
      );
}

/** A payment in review that has arrived and may be marked for refund. Throws StaffRefusal. */
export async function findReturnable(tx: Tx, payment: string, received: Received | null): Promise<PaymentRow> {
  const row = await findPayment(tx, payment);
  if (row.final !== 1n) throw new StaffRefusal('Its block is not final yet. Try again in a quarter of an hour.');
  if (row.status !== 'needs-review') throw new StaffRefusal(`The payment is ${row.status}.`);
  await refuseUnarrived(tx, row, received);
  return row;
}

/** Marks a returnable payment for refund at this value, once. Throws StaffRefusal. */
export async function returnPayment(tx: Tx, found: PaymentRow, micro: bigint, now: number): Promise<void> {
  const row = await tx
    .updateTable('payments')
    .set((select) => ({ status: 'refund-due', sequence: select('sequence', '+', 1n), updated_at: BigInt(now) }))
    .where('id', '=', found.id)
    .where('status', '=', 'needs-review')
    .returning(['id', 'sequence', 'reason'])
    .executeTakeFirst();
  if (row === undefined) throw new StaffRefusal('Somebody else has decided this payment.');
  await tx
    .insertInto('refunds')
    .values({
      payment_id: row.id,
      sequence: row.sequence,
      usd_micro: micro.toString(),
      reason: row.reason ?? 'review',
      status: 'due',
      refund_hash: null,
      created_at: BigInt(now),
    })
    .execute();
  await closeReviewAlarm(tx, found, now);
}
