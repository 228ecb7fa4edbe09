/** Shortens an address to its first 6 and last 4 characters: 0x1234…abcd. */
export function shortenAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}
