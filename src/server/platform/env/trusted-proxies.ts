import { isIP } from 'node:net';

/** The value of TRUST_PROXY if there is no proxy in front of the server. */
const NONE = 'none';

/** Whether a text is valid for TRUST_PROXY: a number of hops, addresses and ranges separated by commas, or `none`. */
export function namesProxies(text: string): boolean {
  if (text === NONE || /^\d{1,2}$/.test(text)) return true;
  return text.split(',').every((part) => {
    const [address = '', prefix, ...rest] = part.trim().split('/');
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
    return bits > 0 && fits && rest.length === 0;
  });
}

/** Hops or address ranges of our own proxies, never `true` (S19): we believe no other proxy's header. */
export function trustedProxies(
  text: string | undefined,
): ((address: string, hop: number) => boolean) | string[] | false {
  if (text === undefined || text === NONE) return false;
  const hops = Number(text);
  return Number.isInteger(hops) ? (_address, hop) => hop < hops : text.split(',').map((range) => range.trim());
}
