import { z } from 'zod';
import { USD_DECIMALS } from '#src/config/sale.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, textField, transactionHashField } from '../fields.ts';
import { findPayment, paymentField } from '../find-payment.ts';
import { missingOfRefund } from '../refund-on-chain.ts';
import { closeReviewAlarm } from '../review-alarm.ts';
import { checkRefund, settleRefund } from '../settle-refund.ts';
import { defineCommand, type StaffCommand } from '../staff-command.ts';

/** One person's actions on payments; crediting one takes two (proposals/credit-payment.ts). */
export const paymentCommands: Readonly<Record<string, StaffCommand>> = {
  'return-payment': defineCommand({
    summary: 'Mark a payment in review for refund to its payer; sends nothing',
    role: 'manager',
    input: z.object({
      payment: paymentField,
      usd: z
        .string()
        .trim()
        .transform((text, context) => {
          const units = parseDecimal(text, USD_DECIMALS);
          if (units !== null && units < 10n ** 18n) return units;
          context.addIssue({ code: 'custom', message: 'must be an amount such as 25.50' });
          return z.NEVER;
        })
        .describe('What it is worth; 0 for a token without a price'),
      note: textField(1_000, 1),
    }),
    run: async ({ tx, now }, { payment, usd }) => {
      const found = await findPayment(tx, payment);
      if (found.final !== 1n) throw new StaffRefusal('Its block is not final yet. Try again in a quarter of an hour.');
      const row = await tx
        .updateTable('payments')
        .set((select) => ({ status: 'refund-due', sequence: select('sequence', '+', 1n), updated_at: BigInt(now) }))
        .where('id', '=', found.id)
        .where('status', '=', 'needs-review')
        .returning(['id', 'sequence', 'reason'])
        .executeTakeFirst();
      if (row === undefined) throw new StaffRefusal(`The payment is ${found.status}.`);
      await tx
        .insertInto('refunds')
        .values({
          payment_id: row.id,
          sequence: row.sequence,
          usd_micro: usd.toString(),
          reason: row.reason ?? 'review',
          status: 'due',
          refund_hash: null,
          created_at: BigInt(now),
        })
        .execute();
      await closeReviewAlarm(tx, found, now);
      return { message: 'The payment is marked for refund.', subject: `payment:${payment}` };
    },
  }),

  'record-refund': defineCommand({
    summary: 'Record the transaction that paid a refund, as its chain shows it; otherwise two people record it',
    role: 'manager',
    input: z.object({ refund: idField, hash: transactionHashField }),
    look: (context, { refund, hash }) => missingOfRefund(context, refund, hash),
    run: async ({ tx, now }, { refund, hash }, missing) => {
      await checkRefund(tx, refund, hash);
      if (missing !== null) throw new StaffRefusal(`${missing} Propose it, so that another manager confirms it.`);
      const { paymentId } = await settleRefund(tx, refund, hash, now);
      return {
        message: 'The refund is recorded as paid.',
        subject: `refund:${refund}`,
        detail: { payment: String(paymentId) },
      };
    },
  }),
};
