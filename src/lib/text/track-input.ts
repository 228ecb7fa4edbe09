/** Inputs that the tracking field accepts. */
export type TrackInput =
  | { readonly kind: 'hash'; readonly hash: string; readonly chainId: 1 | 56 | 137 | null }
  | { readonly kind: 'wallet'; readonly wallet: string };

const RECEIPT = /\b(1|56|137)-(0x[0-9a-f]{64})-(?:coin|\d{1,6})\b/i;
const HASH = /0x[0-9a-f]{64}(?![0-9a-f])/i;
const WALLET = /0x[0-9a-f]{40}(?![0-9a-f])/i;

/**
 * Finds a receipt number, a transaction hash or a wallet address in the pasted text, also inside an explorer's address.
 * An address keeps its letter case, which is its checksum; a hash has none. Null if the text contains none of them.
 */
export function parseTrackInput(text: string): TrackInput | null {
  const receipt = RECEIPT.exec(text);
  if (receipt !== null) {
    const [, chain, hash = ''] = receipt;
    return { kind: 'hash', hash: hash.toLowerCase(), chainId: Number(chain) as 1 | 56 | 137 };
  }
  const hash = HASH.exec(text)?.[0];
  if (hash !== undefined) return { kind: 'hash', hash: hash.toLowerCase(), chainId: null };
  const wallet = WALLET.exec(text)?.[0];
  return wallet === undefined ? null : { kind: 'wallet', wallet };
}
