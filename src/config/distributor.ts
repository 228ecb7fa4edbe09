import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { type ChainId, isChainId } from './chains.ts';

/** The contracts of a handover; addresses in lower case. */
export interface Distributor {
  readonly chainId: ChainId;
  /** SynxClaims. */
  readonly claims: `0x${string}`;
  /** SynxToken. */
  readonly token: `0x${string}`;
}

/**
 * Where this build claims, compiled in; null in a build without PUBLIC_CLAIMS, which has no claim. Optional chaining as
 * in public-env.ts.
 */
export const DISTRIBUTOR: Distributor | null = readDistributor(import.meta.env?.PUBLIC_CLAIMS);

/** Parses `chainId:claims:token`; null for anything else. */
export function readDistributor(value: unknown): Distributor | null {
  const [chain, claims = '', token = '', ...more] = typeof value === 'string' ? value.toLowerCase().split(':') : [];
  const chainId = Number(chain);
  const isSound = isChainId(chainId) && ADDRESS_PATTERN.test(claims) && ADDRESS_PATTERN.test(token);
  if (!isSound || claims === token || more.length > 0) return null;
  return { chainId, claims: claims as `0x${string}`, token: token as `0x${string}` };
}
