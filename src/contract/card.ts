import { z } from 'zod';
import { decimalSchema, walletAddressSchema } from './shapes.ts';

const amount = z.union([decimalSchema, z.number().positive().max(1e12)]);

/** The card flow is not live: the server records an intent, and nothing is charged or credited. */
export const cardIntentRequestSchema = z.object({
  usdcDestination: walletAddressSchema,
  synxDestination: walletAddressSchema,
  usdAmount: amount.describe('USD'),
  synxTokens: amount.describe('SYNX; a claim that is never credited'),
  checkoutUrl: z
    .url({ protocol: /^https$/ })
    .max(1000)
    .describe('Stored as text; never opened by the server'),
});
export type CardIntentRequest = z.infer<typeof cardIntentRequestSchema>;

export const cardIntentResponseSchema = z.object({ transactionId: z.string() });
