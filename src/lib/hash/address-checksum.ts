import { keccak256 } from './keccak.ts';

/** Whether an address of 0x and 40 digits has the checksum of its mixed case (EIP-55); one case has none to break. */
export function hasSoundChecksum(address: string): boolean {
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === lower.toUpperCase()) return true;
  const hash = keccak256(new TextEncoder().encode(lower));
  const isLarge = (at: number) => (((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 8) !== 0;
  return Array.from(lower).every((digit, at) => digits[at] === (isLarge(at) ? digit.toUpperCase() : digit));
}
