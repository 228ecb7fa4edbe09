import { z } from 'zod';
import { StaffRefusal } from '../../auth/refusal.ts';
import { lookForCoins } from '../arrived-coins.ts';
import { idField, textField } from '../fields.ts';
import { paymentField } from '../find-payment.ts';
import { missingOfRefund } from '../refund-on-chain.ts';
import { findReturnable, isKnownValue, refundValueField, returnPayment } from '../return-payment.ts';
import { checkRefund, refundHashField, settleRefund } from '../settle-refund.ts';
import { defineCommand, type StaffCommand } from '../staff-command.ts';

const OTHER_VALUE =
  'One person marks it at the value shown, within a tenth, or at 0 if no value is known. Propose another value, so that another manager confirms it.';

/** One person's actions on payments; crediting one takes two (proposals/credit-payment.ts). */
export const paymentCommands: Readonly<Record<string, StaffCommand>> = {
  'return-payment': defineCommand({
    summary: 'Mark a payment in review for refund to its payer, at the value that is known; sends nothing',
    role: 'manager',
    input: z.object({
      payment: paymentField,
      usd: refundValueField.describe('Value in USD (0 if there is no price)'),
      note: textField(1_000, 1),
    }),
    look: (context, { payment }) => lookForCoins(context, payment),
    run: async ({ tx, now }, { payment, usd }, received) => {
      const row = await findReturnable(tx, payment, received);
      if (!(await isKnownValue(tx, row, usd))) throw new StaffRefusal(OTHER_VALUE);
      await returnPayment(tx, row, usd, now);
      return { message: 'The payment is marked for refund.', subject: `payment:${payment}` };
    },
  }),

  'record-refund': defineCommand({
    summary: 'Record the transaction that paid a refund, as its chain shows it; otherwise two people record it',
    role: 'manager',
    input: z.object({ refund: idField, hash: refundHashField }),
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
