import { keccak256 } from './keccak.ts';

/** Whether an address of 0x and 40 digits has the checksum of its mixed case (EIP-55); one case has none to break. */
export function hasSoundChecksum(address: string): boolean {
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  return digits === lower || digits === lower.toUpperCase() || address === withChecksum(address);
}

/** An address of 0x and 40 digits in the mixed case of EIP-55. */
export function withChecksum(address: string): string {
  const lower = address.slice(2).toLowerCase();
  const hash = keccak256(new TextEncoder().encode(lower));
  const isLarge = (at: number) => (((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 8) !== 0;
  return `0x${Array.from(lower, (digit, at) => (isLarge(at) ? digit.toUpperCase() : digit)).join('')}`;
}
