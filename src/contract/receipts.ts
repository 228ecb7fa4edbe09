import { z } from 'zod';
import { PAYMENT_REASONS, paymentIdSchema } from './payments.ts';
import { PAYMENT_STATUSES } from './presale.ts';
import { chainIdSchema, decimalSchema, transactionHashSchema, walletAddressSchema } from './shapes.ts';
import { signatureFields } from './signature.ts';

/** docs/receipts.md describes every field. */
export const receiptPayloadSchema = z.strictObject({
  type: z.literal('synx-purchase-receipt'),
  version: z.literal(1),
  id: paymentIdSchema,
  status: z.enum(['credited', 'reversed']),
  chainId: chainIdSchema,
  transactionHash: transactionHashSchema,
  transferIndex: z.number().int().min(-1).describe('Log of its own receipt; −1 for the coin of the chain'),
  blockNumber: z.number().int().nullable(),
  blockHash: z.string().nullable(),
  blockTime: z.string().nullable().describe('ISO 8601'),
  sender: walletAddressSchema.describe('The payer, who owns the tokens'),
  recipient: walletAddressSchema.describe('The presale address'),
  token: z.string().describe('ETH, USDC …'),
  tokenAddress: walletAddressSchema.nullable(),
  decimals: z.number().int(),
  amount: z.string().regex(/^\d+$/).describe('Base units'),
  coinPrice: decimalSchema
    .nullable()
    .describe('USD per coin by the feed round; null for a stablecoin, which is one dollar'),
  feedRound: z.string().nullable(),
  usd: decimalSchema.nullable().describe('USD of the credited part'),
  price: decimalSchema.nullable().describe('USD per SYNX of the first row of the allotment'),
  phase: z.number().int().nullable(),
  allotment: z.array(z.strictObject({ phase: z.number().int(), price: decimalSchema, tokens: decimalSchema })),
  tokens: decimalSchema.describe('Whole SYNX credited, or reversed'),
  refundUsd: decimalSchema.nullable().describe('USD due back in addition to the credit'),
  ledgerEntry: z.strictObject({ transfer: z.string(), sequence: z.number().int() }),
  time: z.string().describe('ISO 8601; when it was credited or reversed'),
  note: z.string(),
});
export type ReceiptPayload = z.infer<typeof receiptPayloadSchema>;

export const receiptSchema = z.strictObject({ payload: receiptPayloadSchema, ...signatureFields });
export type Receipt = z.infer<typeof receiptSchema>;

/** The payment's current state, which a receipt issued earlier cannot know. */
export const receiptStandingSchema = z.object({
  status: z.enum(PAYMENT_STATUSES),
  reason: z.enum(PAYMENT_REASONS).nullable(),
  final: z.boolean().describe('It is never reversed again'),
  reversals: z.number().int(),
});

export const receiptResponseSchema = z.object({ receipt: receiptSchema, current: receiptStandingSchema });
export type ReceiptResponse = z.infer<typeof receiptResponseSchema>;

export const KEY_STATUSES = ['current', 'retired', 'revoked'] as const;
export const verifyKeysResponseSchema = z.object({
  algorithm: z.literal('Ed25519'),
  keys: z.array(
    z.object({
      id: z.string().describe('First 16 hexadecimal digits of the SHA-256 of the raw public key'),
      publicKey: z.string().describe('32 raw bytes in base64url'),
      status: z
        .enum(KEY_STATUSES)
        .describe('retired: no longer signs, its signatures remain valid; revoked: none of its signatures is valid'),
      validFrom: z.string().describe('ISO 8601'),
      validUntil: z.string().nullable().describe('ISO 8601; null for the current key'),
    }),
  ),
});
export type VerifyKeys = z.infer<typeof verifyKeysResponseSchema>;

export const verifyReceiptRequestSchema = z.object({
  receipt: z.unknown().describe('A receipt as GET /api/receipts/{id} answers it under `receipt`'),
});

export const RECEIPT_PROBLEMS = ['malformed', 'unknown-key', 'revoked-key', 'bad-signature'] as const;

export const verifyReceiptResponseSchema = z.object({
  valid: z.boolean().describe('The signature is ours and covers every field'),
  problem: z.enum(RECEIPT_PROBLEMS).nullable(),
  id: paymentIdSchema.nullable(),
  ledger: z
    .enum(['credited', 'reversed', 'superseded', 'unknown'])
    .nullable()
    .describe('The ledger’s current state of it; superseded: credited again since; null unless valid'),
  current: receiptStandingSchema.nullable(),
});
export type VerifyReceipt = z.infer<typeof verifyReceiptResponseSchema>;

/** The payment addresses that this server knows, signed; a site compares them with its built-in ones (decision 13). */
export const addressesPayloadSchema = z.strictObject({
  type: z.literal('synx-addresses'),
  version: z.literal(1),
  rehearsal: z.boolean().describe('Local chains: coins are worthless'),
  chains: z.array(
    z.strictObject({
      chainId: chainIdSchema,
      name: z.string(),
      presaleAddress: walletAddressSchema.describe('EIP-55'),
      tokens: z.array(
        z.strictObject({
          symbol: z.string(),
          name: z.string(),
          address: walletAddressSchema.nullable().describe('EIP-55; null for the coin of the chain'),
          decimals: z.number().int(),
          accepted: z.boolean(),
        }),
      ),
    }),
  ),
});
export type AddressesPayload = z.infer<typeof addressesPayloadSchema>;

export const verifyAddressesResponseSchema = z.object({ payload: addressesPayloadSchema, ...signatureFields });
export type VerifyAddresses = z.infer<typeof verifyAddressesResponseSchema>;
