import { z } from 'zod';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { ADDRESS_PATTERN, HASH_PATTERN } from '#src/lib/text/hex-patterns.ts';

/** 20 bytes in hexadecimal; the server also verifies the EIP-55 checksum of a mixed-case address. */
export const walletAddressSchema = z
  .string()
  .regex(ADDRESS_PATTERN, 'must be 0x and 40 hexadecimal digits')
  .describe('Wallet address: 0x and 40 hexadecimal digits; mixed case must be a valid EIP-55 checksum');

/** 0x and 64 hexadecimal digits. */
export const transactionHashSchema = z
  .string()
  .regex(HASH_PATTERN, 'must be 66 characters: 0x and 64 hexadecimal digits')
  .describe('Transaction hash: 66 characters');

/** A non-negative amount without exponent or sign, with at most the 78 digits of a 256-bit integer before the point. */
export const decimalSchema = z
  .string()
  .regex(/^\d{1,78}(\.\d{1,30})?$/, 'must be a decimal number such as 1.5')
  .describe('Decimal string, for example "1.5"');

/** What a client says about its payment: compared but never credited (S13), so both number and string pass. */
export const declaredSchema = z.union([z.string().max(100), z.number()]).nullish();

/** A full commit hash of the source. */
export const commitSchema = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a full commit: 40 hexadecimal digits')
  .describe('Commit: 40 hexadecimal digits');

export const chainIdSchema = z.literal(CHAIN_IDS);
