/**
 * Where the site sends payments, compiled in at build time; null in a build without one, which then sells nothing (S7).
 * Optional chaining because Node, which runs this module in tests, has no import.meta.env.
 */
export const PRESALE_ADDRESS: `0x${string}` | null = readAddress(import.meta.env?.PUBLIC_PRESALE_ADDRESS);

/** Takes a raw environment value; returns it as an address, or null unless it is 0x and 40 hexadecimal digits. */
export function readAddress(value: unknown): `0x${string}` | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? (value as `0x${string}`) : null;
}
