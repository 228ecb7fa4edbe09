import { persistentMap } from '@nanostores/persistent';
import { CLAIM_REQUEST } from '#src/config/storage-keys.ts';
import { ADDRESS_PATTERN, HASH_PATTERN } from '#src/lib/text/hex-patterns.ts';

/**
 * A claim that we asked a wallet for, stored before asking. One for each account: the contract counts what an account
 * has been paid, so that a second claim never pays twice.
 */
export interface ClaimRequest {
  /** In lower case. */
  readonly account: string;
  /** What the contract had paid for the account before, in base units. */
  readonly before: string;
  /** The account's next nonce before we asked; null if unread. */
  readonly nonce: number | null;
  /** The head of the chain at that moment. */
  readonly block: number;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Null until the wallet names one. */
  readonly hash: string | null;
  /** How it has ended and the head of the chain then, until no block can take that back; otherwise null. */
  readonly ended: { readonly kind: ClaimFate['kind']; readonly head: number } | null;
}

/** Facts about a request, whatever the wallet said. */
export interface ClaimEvidence {
  /** What the contract has paid for the account; null if unread. */
  readonly claimed: bigint | null;
  /** The transaction under the hash; null if no node shows it in a block. */
  readonly mined: { readonly succeeded: boolean; readonly block: number } | null;
  /** The account's next nonce in blocks; null if unread. */
  readonly nonce: number | null;
  readonly head: number;
  /** The latest claim for the account since we asked, by the contract's log; null if none or unread. */
  readonly logged: { readonly hash: string; readonly isOwn: boolean } | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type ClaimFate =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sent'; readonly hash: string; readonly confirmations: number }
  | { readonly kind: 'first'; readonly hash: string | null }
  /** `done`: it paid; `failed`: its block says so; `cancelled`: another one took its nonce, or nobody has it. */
  | { readonly kind: 'done' | 'failed' | 'cancelled'; readonly hash: string | null };

/** A wallet's node may be behind what the wallet has just sent, in milliseconds. */
const GRACE_MS = 10_000;
/** A transaction that nobody has shown for a day is given up. */
const LOOKED_FOR_MS = 86_400_000;

/**
 * What became of a claim: the contract's counter decides, and its log tells whose transaction it was. `required` are
 * the confirmations after which it is final for us.
 */
export function fateOfClaim(request: ClaimRequest, evidence: ClaimEvidence, required: number): ClaimFate {
  const { hash } = request;
  const { mined, logged, head } = evidence;
  const hasGrown = evidence.claimed !== null && evidence.claimed > BigInt(request.before);
  if (hash !== null && mined !== null) {
    if (mined.succeeded) return sentOrDone(hash, head - mined.block + 1, required);
    return hasGrown ? { kind: 'first', hash: otherThan(hash, logged) } : { kind: 'failed', hash };
  }
  const isTaken = request.nonce !== null && evidence.nonce !== null && evidence.nonce > request.nonce;
  if (hasGrown) {
    // The wallet can have sent it again under another hash, dearer or cheaper.
    if (logged?.isOwn) return { kind: 'sent', hash: logged.hash, confirmations: 0 };
    if (logged === null && isTaken) return { kind: 'done', hash: null };
    return { kind: 'first', hash: logged?.hash ?? null };
  }
  const age = evidence.now - request.askedAt;
  if (evidence.claimed !== null && ((isTaken && age > GRACE_MS) || age > LOOKED_FOR_MS))
    return { kind: 'cancelled', hash };
  return hash === null ? { kind: 'waiting' } : { kind: 'sent', hash, confirmations: 0 };
}

/** The request after a look, or null if it is settled: an end has to last, because its block can leave the chain. */
export function afterLook(
  request: ClaimRequest,
  fate: ClaimFate,
  { head }: Pick<ClaimEvidence, 'head'>,
  required: number,
): ClaimRequest | null {
  const { kind } = fate;
  if (kind === 'waiting') return { ...request, ended: null };
  if (kind === 'sent') return { ...request, hash: fate.hash, ended: null };
  // Its confirmations have been counted.
  if (kind === 'done' && fate.hash !== null) return null;
  const ended = request.ended?.kind === kind ? request.ended : { kind, head };
  return head - ended.head < required - 1 ? { ...request, ended } : null;
}

function sentOrDone(hash: string, confirmations: number, required: number): ClaimFate {
  return confirmations >= required ? { kind: 'done', hash } : { kind: 'sent', hash, confirmations };
}

function otherThan(hash: string, logged: ClaimEvidence['logged']): string | null {
  return logged === null || logged.hash === hash ? null : logged.hash;
}

/** Parses a stored request; undefined for anything else. */
export function readClaimRequest(text: string): ClaimRequest | undefined {
  try {
    const { account, before, nonce, block, askedAt, hash, ended } = JSON.parse(text) as Partial<ClaimRequest>;
    const isSound =
      ADDRESS_PATTERN.test(String(account)) &&
      /^\d{1,20}$/.test(String(before)) &&
      [block, askedAt].every((value) => Number.isSafeInteger(value)) &&
      (hash === null || HASH_PATTERN.test(String(hash)));
    if (!isSound) return undefined;
    return {
      ...{ account, before, nonce: Number.isSafeInteger(nonce) ? nonce : null, block, askedAt, hash },
      ended: Number.isSafeInteger(ended?.head) ? ended : null,
    } as ClaimRequest;
  } catch {
    return undefined;
  }
}

/** One stored item per account, so that two tabs never overwrite each other's. */
export const $claimRequests = persistentMap<Record<string, ClaimRequest | undefined>>(
  CLAIM_REQUEST,
  {},
  { encode: JSON.stringify, decode: (text) => readClaimRequest(text) },
);

/** A full or closed storage takes it for as long as the page lives. */
export function keepClaim(request: ClaimRequest): void {
  try {
    $claimRequests.setKey(request.account, request);
  } catch (error) {
    console.warn(error);
  }
}

export function dropClaim(account: string): void {
  $claimRequests.setKey(account, undefined);
}
