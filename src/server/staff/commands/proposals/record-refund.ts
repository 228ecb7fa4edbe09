import { z } from 'zod';
import { idField } from '../fields.ts';
import { checkRefund, refundHashField, settleRefund } from '../settle-refund.ts';
import { defineKind } from './kind.ts';

/** A refund that was paid in a way that its chain does not show: from another address, or through a contract. */
export const recordRefundKind = defineKind({
  label: 'Record a refund that the chain does not show',
  input: z.object({ refund: idField, hash: refundHashField }),
  subject: ({ refund }) => `refund:${refund}`,
  prepare: async ({ tx }, { refund, hash }) => {
    await checkRefund(tx, refund, hash);
  },
  run: async ({ tx, now }, { refund, hash }) => {
    await settleRefund(tx, refund, hash, now);
    return 'The refund is recorded as paid.';
  },
});
