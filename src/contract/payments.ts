import { z } from 'zod';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { PAYMENT_STATUSES } from './presale.ts';
import { chainIdSchema, decimalSchema, transactionHashSchema } from './shapes.ts';

/** Why a payment is in review: it has arrived, and a person must decide. */
export const REVIEW_REASONS = [
  'wrong-token',
  'no-payer',
  'token-mismatch',
  'token-off',
  'internal-transfer',
  'stale-price',
  'before-sale',
  'quorum-dispute',
  'amount-mismatch',
  'amount-unverifiable',
  'below-one-token',
] as const;
/** Why a payment, or a part of it, is refunded. */
export const REFUND_REASONS = ['over-sold', 'sale-over'] as const;
/** Why a transaction is not a payment of this wallet. */
export const REJECT_REASONS = ['wrong-recipient', 'zero-value', 'foreign-sender'] as const;

/** Every refusal by its stable code; the site has a sentence for each. */
export const PAYMENT_REASONS = [...REVIEW_REASONS, ...REFUND_REASONS, ...REJECT_REASONS] as const;
export type PaymentReason = (typeof PAYMENT_REASONS)[number];

/** Chain, transaction and position in it: permanent, even after a rebuild of the records from the chains. */
export const paymentIdSchema = z
  .string()
  .regex(new RegExp(`^(${CHAIN_IDS.join('|')})-0x[0-9a-f]{64}-(coin|\\d{1,6})$`), 'must be chain-hash-position')
  .describe('For example 1-0x…-coin, or 56-0x…-3 for the fourth log of a transaction on BSC');

/** A payment in our records, or a posted hash that is in no block. */
export const paymentViewSchema = z.object({
  id: paymentIdSchema.nullable().describe('null while the hash is in no block'),
  chainId: chainIdSchema.nullable(),
  transactionHash: transactionHashSchema,
  safeTxHash: transactionHashSchema
    .nullable()
    .optional()
    .describe('The hash under which the signers of a Safe know the payment; null for any other payer'),
  payer: z.string().nullable().describe('The payer, by the chain'),
  paymentMethod: z.string().nullable().describe('ETH, USDC …; null for a token we do not list'),
  tokenAddress: z.string().nullable().describe('null for the coin of the chain'),
  paymentAmount: decimalSchema.nullable().describe('Whole coins; null for a token we do not list'),
  paymentBaseUnits: z.string().regex(/^\d+$/).nullable(),
  usdAmount: decimalSchema.nullable().describe('USD of the credited part'),
  tokenAmount: decimalSchema.nullable().describe('Whole SYNX credited'),
  price: decimalSchema.nullable().describe('USD per SYNX in the phase in force'),
  phase: z.number().int().nullable(),
  refundUsd: decimalSchema.nullable().describe('USD due back'),
  refundsPaid: z
    .array(
      z.object({
        usd: decimalSchema.describe('Its value when it fell due'),
        transactionHash: transactionHashSchema.describe('The transaction that refunded it'),
      }),
    )
    .describe('The refund, as our staff recorded it'),
  status: z.enum(PAYMENT_STATUSES),
  reason: z.enum(PAYMENT_REASONS).nullable(),
  replacedBy: transactionHashSchema
    .nullable()
    .describe('With `replaced`: the payment of the same wallet that took the nonce'),
  final: z.boolean().describe('It never changes again'),
  belowMinimum: z.boolean(),
  reversals: z.number().int().describe('How often a credit was reversed because its block left the chain'),
  confirmations: z.number().int(),
  required: z.literal(REQUIRED_CONFIRMATIONS),
  block: z.number().int().nullable(),
  createdAt: z.string().describe('ISO 8601; when we first knew of it'),
  paidAt: z.string().nullable().optional().describe('ISO 8601; the time of its block'),
  creditedAt: z.string().nullable().describe('ISO 8601'),
  receipt: z.string().nullable().describe('Path of its signed receipt; null while nothing is credited'),
});
export type PaymentView = z.infer<typeof paymentViewSchema>;
