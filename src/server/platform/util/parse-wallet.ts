import { getAddress } from 'viem';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { ApiFailure } from './errors.ts';

/** An address in lower case; mixed case must be a valid EIP-55 checksum. Throws ApiFailure. */
export function parseWallet(text: string): string {
  if (!ADDRESS_PATTERN.test(text)) throw new ApiFailure('invalid_wallet_address');
  const digits = text.slice(2);
  const lower = text.toLowerCase();
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!oneCase && getAddress(lower as `0x${string}`) !== text) throw new ApiFailure('wallet_checksum_mismatch');
  return lower;
}
