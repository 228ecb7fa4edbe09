import { z } from 'zod';
import { USD_DECIMALS } from '#src/config/sale.ts';
import { paymentWorth } from '#src/server/money/payments/verify/worth.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { lookForCoins, type Received, refuseUnarrived } from '../arrived-coins.ts';
import { textField, unitsField } from '../fields.ts';
import { findPayment, paymentField } from '../find-payment.ts';
import { closeReviewAlarm } from '../review-alarm.ts';
import { type Commands, defineCommand, defineKind, type Proposals } from '../staff-command.ts';

const ONE_CENT = 10_000n;
const MARKED = 'The payment is marked for refund.';
const OTHER_VALUE =
  'One person marks it at the value shown, within a tenth, or at 0 if no value is known. Propose another value, so that another manager confirms it.';

/** The value of a payment to be returned, in micro-dollars. */
const refundValueField = unitsField(USD_DECIMALS, 'must be an amount such as 25.50', (micro) => micro < 10n ** 18n);

const subject = ({ payment }: { readonly payment: string }) => `payment:${payment}`;

/** One person marks a payment at the value that the server knows. */
export const returnCommands: Commands = {
  'return-payment': defineCommand({
    summary: 'Mark a payment in review for refund to its payer, at the value that is known; sends nothing',
    role: 'manager',
    input: z.object({
      payment: paymentField,
      usd: refundValueField.describe('Value in USD (0 if there is no price)'),
      note: textField(1_000, 1),
    }),
    subject,
    look: (context, { payment }) => lookForCoins(context, payment),
    run: async ({ tx, now }, { payment, usd }, received) => {
      const row = await findReturnable(tx, payment, received);
      if (!(await isKnownValue(tx, row, usd))) throw new StaffRefusal(OTHER_VALUE);
      await returnPayment(tx, row, usd, now);
      return MARKED;
    },
  }),
};

export const returnProposals: Proposals = {
  /** Marks a payment for refund at a value that is not the server's own, such as that of a token without a price. */
  'return-payment': defineKind({
    label: 'Mark a payment for refund at another value',
    input: z.object({ payment: paymentField, usd: refundValueField.describe('Other value in USD, for two managers') }),
    subject,
    look: (context, { payment }) => lookForCoins(context, payment),
    prepare: async ({ tx }, { payment }, received) => {
      await findReturnable(tx, payment, received);
    },
    run: async ({ tx, now }, { payment, usd }, received) => {
      await returnPayment(tx, await findReturnable(tx, payment, received), usd, now);
      return MARKED;
    },
  }),
};

/** Whether a value is within a tenth of what is known (0 for no price): too low, a small refund would settle it. */
async function isKnownValue(tx: Tx, row: PaymentRow, micro: bigint): Promise<boolean> {
  const known = [row.worth_micro, await paymentWorth(tx, row)].filter((worth) => worth !== null);
  return known.length === 0
    ? micro === 0n
    : known.some(
        (worth) => (micro * 10n >= worth * 9n && micro * 10n <= worth * 11n) || (micro === 0n && worth < ONE_CENT),
      );
}

/** A payment in review that has arrived and may be marked for refund. Throws StaffRefusal. */
async function findReturnable(tx: Tx, payment: string, received: Received | null): Promise<PaymentRow> {
  const row = await findPayment(tx, payment);
  if (row.final !== 1n) throw new StaffRefusal('Its block is not final yet. Try again in a quarter of an hour.');
  if (row.status !== 'needs-review') throw new StaffRefusal(`The payment is ${row.status}.`);
  await refuseUnarrived(tx, row, received);
  return row;
}

/** Marks a returnable payment for refund at this value, once. Throws StaffRefusal. */
async function returnPayment(tx: Tx, found: PaymentRow, micro: bigint, now: number): Promise<void> {
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
