/** What the tracking field accepts. */
export type TrackInput =
  | { readonly kind: 'hash'; readonly hash: string; readonly chainId: number | null }
  | { readonly kind: 'wallet'; readonly wallet: string };

const RECEIPT = /\b([1-9]\d{0,9})-(0x[0-9a-f]{64})-(?:coin|\d{1,6})\b/i;
const HASH = /0x[0-9a-f]{64}(?![0-9a-f])/i;
/** As some explorers and logs write it, on its own. */
const BARE_HASH = /(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/i;
const SHORTENED = /0x[0-9a-f]{2,}\s*(?:\.{2,}|\*{2,}|⋯)\s*[0-9a-f]{2,}/i;
const WALLET = /0x[0-9a-f]{40}(?![0-9a-f])/i;

/**
 * Finds a receipt number, a transaction hash or a wallet address in pasted text, even inside an explorer's address, in
 * full-width letters or broken over lines. A hash may lack its 0x. An address keeps its letter case, which is its
 * checksum; a hash has none. Null if there is nothing.
 */
export function parseTrackInput(text: string): TrackInput | null {
  const line = oneForm(text);
  const joined = line.replace(/(?<=[0-9a-fx-])\s+(?=[0-9a-fx-])/gi, '');
  // A hash broken after its 42nd character would pass for a wallet.
  return wholeHash(line) ?? wholeHash(joined) ?? wallet(line) ?? wallet(joined);
}

/** Whether the text has an address or hash without its middle, as pages and wallets show them. */
export function isShortened(text: string): boolean {
  return SHORTENED.test(oneForm(text));
}

function oneForm(text: string): string {
  return text.normalize('NFKC').replace(/\p{Cf}/gu, '');
}

function wholeHash(text: string): TrackInput | null {
  const receipt = RECEIPT.exec(text);
  if (receipt !== null) {
    const [, chain, hash = ''] = receipt;
    return { kind: 'hash', hash: hash.toLowerCase(), chainId: Number(chain) };
  }
  const hash = HASH.exec(text)?.[0] ?? BARE_HASH.exec(text)?.[0];
  if (hash === undefined) return null;
  return { kind: 'hash', hash: `0x${hash.slice(-64).toLowerCase()}`, chainId: null };
}

function wallet(text: string): TrackInput | null {
  const found = WALLET.exec(text)?.[0].replace(/^0X/, '0x');
  return found === undefined ? null : { kind: 'wallet', wallet: found };
}
