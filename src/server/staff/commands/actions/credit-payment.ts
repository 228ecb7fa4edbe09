import { z } from 'zod';
import { storedToken } from '#src/config/tokens.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { STABLE_PRICE_E8 } from '#src/lib/money/quote.ts';
import { creditReviewed } from '#src/server/money/payments/credit/credit-payment.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { lookForCoins, refuseUnarrived } from '../arrived-coins.ts';
import { findPayment, paymentField } from '../find-payment.ts';
import { closeReviewAlarm } from '../review-alarm.ts';
import { defineKind, type Proposals } from '../staff-command.ts';

const NOT_SOUND =
  'Crediting is paused: the books do not balance, or have not been recounted for too long. See the alarms.';

export const creditProposals: Proposals = {
  /** Credits a payment in review at a stablecoin's dollar, or a price looked up; passed-on coins must have arrived. */
  'credit-payment': defineKind({
    label: 'Credit a payment in review',
    input: z.object({
      payment: paymentField,
      price: z
        .string()
        .trim()
        .regex(/^(?:\d{1,9}(?:\.\d{1,8})?)?$/, 'must be USD such as 2412.55')
        .optional()
        .describe('USD per coin at its block; only for a coin that has no fixed price'),
    }),
    subject: ({ payment }) => `payment:${payment}`,
    look: (context, { payment }) => lookForCoins(context, payment),
    prepare: async ({ tx }, { payment }, received) => {
      await refuseUnarrived(tx, await findPayment(tx, payment), received);
    },
    run: async ({ tx, context, now, proposalId }, { payment, price = '' }, received) => {
      if (!context.isLedgerBalanced()) throw new StaffRefusal(NOT_SOUND);
      const row = await findPayment(tx, payment);
      const token = storedToken(row);
      if (token === undefined) throw new StaffRefusal('It is in no token of the sale. It can be returned.');
      if (row.status !== 'needs-review') throw new StaffRefusal(`The payment is ${row.status}.`);
      if (row.final !== 1n) throw new StaffRefusal('Its block is not final yet. Try again in a quarter of an hour.');
      await refuseUnarrived(tx, row, received);
      const isByFeed = token.pricing === 'feed';
      if (isByFeed !== (price !== ''))
        throw new StaffRefusal(
          isByFeed ? 'A coin needs its price in USD.' : 'A stablecoin is one dollar: leave the price out.',
        );
      const priceE8 = isByFeed ? (parseDecimal(price, 8) ?? 0n) : STABLE_PRICE_E8;
      if (priceE8 === 0n) throw new StaffRefusal('The price must be above zero.');
      const round = isByFeed ? `staff-${proposalId}` : null;
      const status = await creditReviewed(tx, context.creditHandlers, { id: row.id, coin: { priceE8, round }, now });
      if (status === 'needs-review') throw new StaffRefusal('It is worth less than one SYNX. It can be returned.');
      await closeReviewAlarm(tx, row, now);
      return `The payment is ${status}.`;
    },
  }),
};
