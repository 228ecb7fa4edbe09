import { parseSiweMessage } from 'viem/siwe';
import { type ChainId, isChainId } from '#src/config/chains.ts';
import { SIGN_IN_MS } from '#src/config/limits.ts';
import { parseWallet } from '../util/parse-wallet.ts';

const CLOCK_SKEW_MS = 60_000;

export interface ProofMessage {
  readonly wallet: string;
  readonly chainId: ChainId;
  readonly nonce: string;
}

/** The nonce stated in a text; null if there is none. Checked first of all, since only a session has one. */
export function statedNonce(text: string): string | null {
  return /^Nonce: ([0-9a-f]{32})$/m.exec(text)?.[1] ?? null;
}

/** Reads an EIP-4361 message and checks all but nonce and signature (S10); null if it is not valid here and now. */
export function readProofMessage(text: string, origin: URL, now: number): ProofMessage | null {
  // The parser starts over at each of them and reads to the end of the line, so its time would grow quadratically.
  if (text.split('URI: ').length > 2) return null;
  const message = parseSiweMessage(text);
  const { address, chainId, domain, expirationTime, issuedAt, nonce, notBefore, scheme, uri, version } = message;
  if (address === undefined || nonce === undefined || issuedAt === undefined || uri === undefined) return null;
  if (scheme !== undefined && `${scheme}:` !== origin.protocol) return null;
  if (version !== '1' || domain !== origin.host || !isChainId(chainId)) return null;
  if (!URL.canParse(uri) || new URL(uri).origin !== origin.origin) return null;
  const issued = issuedAt.getTime();
  if (!Number.isFinite(issued) || issued > now + CLOCK_SKEW_MS || issued < now - SIGN_IN_MS) return null;
  if (expirationTime !== undefined && !(expirationTime.getTime() > now)) return null;
  if (notBefore !== undefined && !(notBefore.getTime() <= now + CLOCK_SKEW_MS)) return null;
  try {
    return { wallet: parseWallet(address), chainId, nonce };
  } catch {
    return null;
  }
}
