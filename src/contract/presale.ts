import { z } from 'zod';
import { byPriceKey } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { chainIdSchema, decimalSchema, declaredSchema, transactionHashSchema, walletAddressSchema } from './shapes.ts';

export const presaleStatsResponseSchema = z.object({
  totalRaised: decimalSchema.describe('USD of credited purchases'),
  purchases: z.number().int().describe('Credited purchases'),
  tokensSold: decimalSchema.describe('SYNX that left the sale: those of credited purchases, with corrections by staff'),
  recount: z
    .object({
      at: z.string().describe('ISO 8601'),
      payments: z.number().int().describe('Credited payments counted, each of which agrees with the ledger'),
    })
    .nullable()
    .describe('The last recount of the whole ledger by this server; null before the first, and while it is not sound'),
});
export type PresaleStats = z.infer<typeof presaleStatsResponseSchema>;

/** Why a payment option is not offered right now; null if it is. */
export const OFFER_REASONS = [
  'price-stale',
  'chain-unreachable',
  'token-mismatch',
  'switched-off',
  'sale-paused',
  'sale-over',
] as const;

export const offerSchema = z.object({
  chainId: chainIdSchema,
  paymentMethod: z.string(),
  offered: z.boolean(),
  reason: z.enum(OFFER_REASONS).nullable(),
});
export type Offer = z.infer<typeof offerSchema>;

export const presalePricingResponseSchema = z.object({
  currentPrice: decimalSchema.describe('USD per SYNX'),
  nextPhasePrice: decimalSchema.nullable().describe('USD per SYNX; null in the last phase'),
  phase: z.number().int(),
  tokensRemaining: decimalSchema.describe(
    'Whole SYNX left in this phase, less those of payments that wait for confirmations',
  ),
  daysLeft: z.number().int(),
  hoursLeft: z.number().int(),
  minutesLeft: z.number().int(),
  secondsLeft: z.number().int(),
  phaseSupply: decimalSchema.describe('Whole SYNX of this phase'),
  windowNumber: z.number().int().describe('Price windows of seven days, counted from 1'),
  windowEndsAt: z.string().describe('ISO 8601'),
  lastWindow: z.enum(['restarted', 'raised']).nullable().describe('How the previous window ended'),
  saleStatus: z.enum(['open', 'sold-out', 'closed', 'paused']),
  offers: z.array(offerSchema),
  serverTime: z.string().describe('ISO 8601'),
});
export type PresalePricing = z.infer<typeof presalePricingResponseSchema>;

const coinPriceSchema = decimalSchema.nullable().describe('USD per coin; null while no live price was read');
export const cryptoPricesResponseSchema = z.object({
  ...byPriceKey(() => coinPriceSchema),
  updatedAt: z.object(byPriceKey(() => z.string().nullable())).describe('ISO 8601 time of each price in its feed'),
  live: z.object(byPriceKey(() => z.boolean())).describe('Fresh enough to sell at'),
});
export type CryptoPrices = z.infer<typeof cryptoPricesResponseSchema>;

/** What a client posts about a purchase; the server believes only the hash, as a pointer to the chain (S13). */
export const purchaseRequestSchema = z.object({
  walletAddress: walletAddressSchema,
  transactionHash: transactionHashSchema,
  ethAmount: declaredSchema,
  paymentAmount: declaredSchema,
  paymentMethod: declaredSchema,
  usdAmount: declaredSchema,
  tokenAmount: declaredSchema,
  status: declaredSchema,
  phase: declaredSchema,
  chainId: chainIdSchema.nullish().describe('The chain of the transaction; without it all chains are read'),
  termsVersion: z
    .string()
    .nullish()
    .catch(null)
    .describe('Version of the terms the buyer accepted; anything else counts as not stated'),
});
export type PurchaseRequest = z.infer<typeof purchaseRequestSchema>;

/** "I paid and see nothing": like recording a purchase, with only the fields that find it. */
export const recoverRequestSchema = purchaseRequestSchema.pick({
  walletAddress: true,
  transactionHash: true,
  chainId: true,
});
export type RecoverRequest = z.infer<typeof recoverRequestSchema>;

/** "What decides a payment" in docs/server.md. */
export const PAYMENT_STATUSES = [
  'processing',
  'confirming',
  'credited',
  'failed',
  'replaced',
  'cancelled',
  'expired',
  'waiting-signers',
  'needs-review',
  'refund-due',
  'rejected',
  'debug',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const purchaseResponseSchema = z.object({
  status: z.enum(PAYMENT_STATUSES),
  reason: z.string().nullable().describe('Why a payment is rejected, in review or to be refunded'),
  final: z.boolean().describe('True once the block is finalized: nothing reverses it any more'),
  confirmations: z.number().int(),
  required: z.literal(REQUIRED_CONFIRMATIONS),
  belowMinimum: z.boolean(),
  chainId: chainIdSchema.nullable(),
  transactionHash: transactionHashSchema,
  transferIndex: z
    .number()
    .int()
    .min(-1)
    .nullable()
    .optional()
    .describe(
      'Once credited, the position of the payment, which with chain and hash names its receipt; −1 for the coin',
    ),
  tokensAllocated: decimalSchema.nullable().describe('Whole SYNX; null until the payment has been seen'),
  tokenAmount: decimalSchema.nullable().describe('The same number, under the name older clients read'),
  usdAmount: decimalSchema.nullable().describe('USD value by the price at its block'),
  price: decimalSchema.nullable().describe('USD per SYNX in the phase in force'),
  phase: z.number().int().nullable(),
  refundUsd: decimalSchema.nullable().describe('Part for which no tokens were left; our staff returns it'),
  paymentMethod: z.string().nullable().describe('ETH, USDC …, by the chain; null until the payment has been seen'),
  paymentAmount: decimalSchema.nullable().describe('Whole coins, by the chain; null until the payment has been seen'),
  replacedBy: transactionHashSchema
    .nullable()
    .describe('With `replaced`: the payment of the same wallet that took the nonce; post and follow that one'),
  message: z.string(),
});
export type PurchaseResponse = z.infer<typeof purchaseResponseSchema>;

/** How many credited purchases the feed has, newest first (decision 31). */
export const ACTIVITY_SHOWN = 20;

/** Credited purchases only: on chain, by real wallets, with their real age. Empty if there are none. */
export const presaleActivityResponseSchema = z.object({
  entries: z.array(
    z.object({
      wallet: z.string().describe('First six and last four characters of the address'),
      tokens: decimalSchema.describe('Whole SYNX, truncated to three significant digits'),
      chainId: chainIdSchema,
      paymentMethod: z.string(),
      transactionHash: transactionHashSchema,
      paidAt: z.string().describe('ISO 8601 time of its block'),
      creditedAt: z.string().describe('ISO 8601'),
    }),
  ),
});
export type PresaleActivity = z.infer<typeof presaleActivityResponseSchema>;

/** How many changes the price history has, newest first. */
export const PRICE_CHANGES_SHOWN = 100;

/** The append-only record behind the countdown (decision 9). */
export const priceHistoryResponseSchema = z.object({
  entries: z.array(
    z.object({
      at: z.string().describe('ISO 8601'),
      kind: z
        .enum(['start', 'phase', 'window', 'closed'])
        .describe('phase: the price rose; window: seven days ended without a change'),
      phase: z.number().int(),
      price: decimalSchema.describe('USD a SYNX from then on'),
      windowNumber: z.number().int(),
    }),
  ),
  total: z.number().int(),
});
export type PriceHistory = z.infer<typeof priceHistoryResponseSchema>;
