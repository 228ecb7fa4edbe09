import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';

/**
 * Who receives payments, compiled in at build time; null in a build without an address, where nobody can buy (S7,
 * decision 13). Optional chaining because Node, which runs this module in tests, has no import.meta.env.
 */
export const PRESALE_ADDRESS: `0x${string}` | null = readAddress(import.meta.env?.PUBLIC_PRESALE_ADDRESS);

/** The site's project id at Reown, compiled in; null in a build without one, which offers no wallet bridge. */
export const BRIDGE_PROJECT_ID: string | null = import.meta.env?.PUBLIC_REOWN_PROJECT_ID || null;

export const DEFAULT_RELAY_URL = 'wss://relay.walletconnect.org';

/** The relay of the bridge. */
export const BRIDGE_RELAY_URL: string = import.meta.env?.PUBLIC_REOWN_RELAY_URL || DEFAULT_RELAY_URL;

/** A raw value, as of the environment or the storage, as an address; null unless it is 0x and 40 hexadecimal digits. */
export function readAddress(value: unknown): `0x${string}` | null {
  return typeof value === 'string' && ADDRESS_PATTERN.test(value) ? (value as `0x${string}`) : null;
}
