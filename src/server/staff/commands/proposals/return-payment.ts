import { z } from 'zod';
import { lookForCoins, type Received } from '../arrived-coins.ts';
import { paymentField } from '../find-payment.ts';
import { findReturnable, refundValueField, returnPayment } from '../return-payment.ts';
import { defineKind } from './kind.ts';

/** Marks a payment for refund at a value that is not the server's own, such as that of a token without a price. */
export const returnPaymentKind = defineKind({
  label: 'Mark a payment for refund at another value',
  input: z.object({ payment: paymentField, usd: refundValueField.describe('Other value in USD, for two managers') }),
  subject: ({ payment }) => `payment:${payment}`,
  look: (context, { payment }): Promise<Received | null> => lookForCoins(context, payment),
  prepare: async ({ tx }, { payment }, received) => {
    await findReturnable(tx, payment, received);
  },
  run: async ({ tx, now }, { payment, usd }, received) => {
    await returnPayment(tx, await findReturnable(tx, payment, received), usd, now);
    return 'The payment is marked for refund.';
  },
});
