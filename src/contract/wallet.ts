import { z } from 'zod';
import { walletAddressSchema } from './shapes.ts';

export const CONNECTION_METHODS = [
  'metamask',
  'coinbase',
  'trust',
  'rabby',
  'injected',
  'walletconnect',
  'unknown',
] as const;

export const walletConnectRequestSchema = z.object({
  walletAddress: walletAddressSchema,
  connectionMethod: z.enum(CONNECTION_METHODS),
});
export type WalletConnectRequest = z.infer<typeof walletConnectRequestSchema>;

export const walletConnectResponseSchema = z.object({
  walletAddress: walletAddressSchema,
  proven: z.boolean().describe('Whether this session has proven that the wallet is its own (EIP-4361)'),
});
export type WalletConnectResponse = z.infer<typeof walletConnectResponseSchema>;

export const walletDisconnectRequestSchema = z.object({}).describe('The session is named by its cookie');
export const walletDisconnectResponseSchema = z.object({ disconnected: z.literal(true) });

export const walletNonceResponseSchema = z.object({
  nonce: z.string().describe('Single use, at least 16 letters and digits'),
  expiresAt: z.string().describe('ISO 8601; ten minutes after issue'),
});
export type WalletNonceResponse = z.infer<typeof walletNonceResponseSchema>;

export const walletDestinationRequestSchema = z.object({
  walletAddress: walletAddressSchema,
  destination: walletAddressSchema.describe('The address for its tokens on the claim chain'),
});

export const walletDestinationResponseSchema = z.object({
  walletAddress: walletAddressSchema,
  destination: walletAddressSchema.describe('In lower case'),
  namedAt: z.string().describe('ISO 8601'),
});

export const walletProveRequestSchema = z.object({
  message: z.string().min(1).max(1000).describe('The EIP-4361 text that was signed'),
  signature: z
    .string()
    .regex(/^0x([0-9a-fA-F]{2})+$/)
    .max(8194)
    .describe('personal_sign, or ERC-1271 bytes'),
});

export const walletProveResponseSchema = z.object({ walletAddress: walletAddressSchema, proven: z.literal(true) });
export type WalletProveResponse = z.infer<typeof walletProveResponseSchema>;
