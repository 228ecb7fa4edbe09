import { z } from 'zod';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { PAYMENT_REASONS, paymentViewSchema } from './payments.ts';
import { PAYMENT_STATUSES } from './presale.ts';
import { chainIdSchema, transactionHashSchema, walletAddressSchema } from './shapes.ts';

/** The steps of a payment, in order. */
export const TRACK_STEPS = [
  'submitted',
  'seen',
  'mined',
  'confirmed',
  'matched',
  'priced',
  'credited',
  'staked',
  'final',
] as const;
export type TrackStep = (typeof TRACK_STEPS)[number];

/** `failed`: it ended here. `skipped`: the step will not come, or was not needed as the chain was read first. */
export const STEP_STATES = ['done', 'current', 'waiting', 'failed', 'skipped'] as const;

/** What else can be said about a hash, besides the reasons of a payment. */
export const TRACK_REASONS = [
  ...PAYMENT_REASONS,
  'not-found',
  'chain-unreachable',
  'not-recorded',
  'in-mempool',
  'left-chain',
] as const;

/** What one chain says about a hash that is not in our records. */
export const CHAIN_ANSWERS = ['missing', 'pending', 'mined', 'unreachable', 'not-asked'] as const;

export const trackQuerySchema = z.object({
  chainId: z.coerce
    .number()
    .pipe(chainIdSchema)
    .optional()
    .describe('The chain of the transaction; without it all chains are read'),
});

export const trackResponseSchema = z.object({
  transactionHash: transactionHashSchema,
  recorded: z.boolean().describe('Whether our records know this hash; false: only the chains were read'),
  chainId: chainIdSchema.nullable(),
  status: z.enum([...PAYMENT_STATUSES, 'unknown']),
  reason: z.enum(TRACK_REASONS).nullable(),
  final: z.boolean().describe('It never changes again; no need to poll'),
  confirmations: z.number().int(),
  required: z.literal(REQUIRED_CONFIRMATIONS),
  steps: z.array(
    z.object({
      key: z.enum(TRACK_STEPS),
      state: z.enum(STEP_STATES),
      at: z.string().nullable().describe('ISO 8601, where it is known'),
    }),
  ),
  payments: z.array(paymentViewSchema).describe('One transaction can hold several payments; the first of them'),
  unlisted: z.number().int().describe('How many payments it holds besides those listed'),
  sender: z.string().nullable().describe('The sender of the transaction; a token’s payer may be another'),
  executedBy: transactionHashSchema
    .nullable()
    .describe('The transaction on chain by which a Safe executed this hash of its signers'),
  replacedBy: transactionHashSchema.nullable().describe('The payment that took the nonce of this transaction'),
  reference: z.string().nullable().describe('A reference for the person who looks into it'),
  recoverable: z.boolean().describe('POST /api/presale/recover would look for it'),
  chains: z.array(z.object({ chainId: chainIdSchema, answer: z.enum(CHAIN_ANSWERS) })),
  pollSeconds: z.number().int().nullable().describe('Seconds until the next poll, with If-None-Match; null for never'),
});
export type Track = z.infer<typeof trackResponseSchema>;

/** How many payments of one transaction are listed: it can contain thousands of transfers. */
export const TRANSFERS_SHOWN = 20;

/** How many of a wallet's payments are listed, newest first. */
export const TRACKED_SHOWN = 50;

export const trackWalletResponseSchema = z.object({
  wallet: walletAddressSchema,
  payments: z.array(paymentViewSchema),
  total: z.number().int().describe('Payments of this wallet; the export has all of them'),
  pollSeconds: z.number().int(),
});
export type TrackWallet = z.infer<typeof trackWalletResponseSchema>;
