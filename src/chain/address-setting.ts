import { isAddress } from 'viem';
import { z } from 'zod';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';

/** An address as an operator sets it: 0x and 40 digits, with a valid checksum if in mixed case. */
export const addressSetting = z
  .string()
  .regex(ADDRESS_PATTERN, { message: 'must be an address: 0x and 40 digits', abort: true })
  .refine(isAddress, 'has a wrong checksum: a letter or its case is mistyped');
