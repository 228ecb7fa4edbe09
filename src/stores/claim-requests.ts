import { persistentMap } from '@nanostores/persistent';
import { map } from 'nanostores';
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
  /** The account's next nonce before we asked, or that of its transaction once a node has shown it; null if unread. */
  readonly nonce: number | null;
  /** Whether a node has shown the transaction under the hash: only then is the nonce surely its own. */
  readonly isShown: boolean;
  /** The head of the chain at that moment. */
  readonly block: number;
  /** Milliseconds since 1970, by the server's clock if it is known. */
  readonly askedAt: number;
  /** When the wallet answered, by the same clock. Null until then: it can still send the claim, with any nonce. */
  readonly answeredAt: number | null;
  /** Whether the server's clock was known when the later of both was dated: only then do they tell how old it is. */
  readonly isServerTime: boolean;
  /** Null until the wallet names one. */
  readonly hash: string | null;
}

/** Facts about a request, whatever the wallet said. */
export interface ClaimEvidence {
  /** What the contract has paid for the account, up to a final block; null if unread. */
  readonly claimed: bigint | null;
  /** The transaction under the hash; null if no node shows it. */
  readonly shown: ShownClaim | null;
  /** The account's next nonce after the same block; null if unread. */
  readonly nonce: number | null;
  readonly head: number;
  /** The latest claim for the account since we asked, by the contract's log; null if none or unread. */
  readonly logged: { readonly hash: string; readonly isOwn: boolean } | null;
  /** How long ago the wallet answered, or was asked, and for how long no node has shown its hash, in milliseconds. */
  readonly heldMs: number;
  readonly unseenMs: number;
}

export interface ShownClaim {
  /** Whether it can be a claim for the account that was sent since we asked. */
  readonly isClaim: boolean;
  /** Null if another account sends it. */
  readonly nonce: number | null;
  /** Null while it is in no block. */
  readonly mined: { readonly succeeded: boolean; readonly block: number } | null;
}

export type ClaimFate =
  | { readonly kind: 'waiting' }
  /** No node shows what the wallet has named. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'sent'; readonly hash: string; readonly confirmations: number }
  | { readonly kind: 'first'; readonly hash: string | null }
  /** `done`: it paid; `failed`: its block says so; `cancelled`: another one took its nonce. */
  | { readonly kind: 'done' | 'failed' | 'cancelled'; readonly hash: string | null };

/** How long we trust a hash that no node shows, in milliseconds. */
const UNSEEN_MS = 120_000;
/** An answered claim that nobody has shown for a day is followed no more. */
const LOOKED_FOR_MS = 86_400_000;

/**
 * What became of a claim: the contract's counter decides, and its log tells whose transaction it was. `required` are
 * the confirmations after which it is final for us; no end is told before.
 */
export function fateOfClaim(request: ClaimRequest, evidence: ClaimEvidence, required: number): ClaimFate {
  const { shown, logged, head } = evidence;
  // What a wallet names can be another transaction.
  const hash = shown?.isClaim === false ? null : request.hash;
  const hasGrown = evidence.claimed !== null && evidence.claimed > BigInt(request.before);
  const mined = hash === null ? null : (shown?.mined ?? null);
  if (hash !== null && mined !== null) {
    // Its block can be later than the head that was read before it.
    const confirmations = Math.min(required, Math.max(1, head - mined.block + 1));
    // Before the counter is read, another one can have paid.
    if (confirmations < required || (!mined.succeeded && evidence.claimed === null))
      return { kind: 'sent', hash, confirmations };
    if (mined.succeeded) return { kind: 'done', hash };
    if (!hasGrown) return { kind: 'failed', hash };
    const other = logged?.hash === hash ? null : logged;
    // The account itself was first: perhaps with another receiver, who has the tokens.
    if (other?.isOwn) return { kind: 'sent', hash: other.hash, confirmations: 0 };
    return { kind: 'first', hash: other?.hash ?? null };
  }
  const isTaken = isNonceTaken(request, evidence);
  if (hasGrown) {
    // The wallet can have sent it again under another hash, dearer or cheaper.
    if (logged?.isOwn) return { kind: 'sent', hash: logged.hash, confirmations: 0 };
    if (logged !== null || !isTaken) return { kind: 'first', hash: logged?.hash ?? null };
    // A node can go on showing the hash that was replaced, in no block.
    return { kind: 'done', hash: null };
  }
  if (hash === null) return request.hash === null ? { kind: 'waiting' } : { kind: 'unknown' };
  // A nonce that was only noted can be another's: some nodes count no transaction that waits.
  if (evidence.claimed !== null && isTaken && request.isShown) return { kind: 'cancelled', hash };
  const isUnseen = shown === null && evidence.unseenMs > UNSEEN_MS;
  return isUnseen ? { kind: 'unknown' } : { kind: 'sent', hash, confirmations: 0 };
}

/** The request after a look, or null if it is settled. */
export function afterLook(request: ClaimRequest, fate: ClaimFate, evidence: ClaimEvidence): ClaimRequest | null {
  const { kind } = fate;
  const { shown, claimed, heldMs } = evidence;
  if (kind === 'waiting' || kind === 'unknown') {
    // What a wallet does not answer, it may still have, until its account goes on to something else.
    const isLetGo = request.answeredAt !== null || isNonceTaken(request, evidence);
    return claimed !== null && isLetGo && heldMs > LOOKED_FOR_MS ? null : request;
  }
  if (kind !== 'sent') return null;
  const isNew = fate.hash !== request.hash;
  const known =
    isNew || shown === null ? { isShown: request.isShown && !isNew } : { isShown: true, nonce: shown.nonce };
  return { ...request, ...known, hash: fate.hash };
}

/** Whether a final block shows that the account has used the nonce that was noted. */
function isNonceTaken({ nonce }: ClaimRequest, evidence: ClaimEvidence): boolean {
  return nonce !== null && evidence.nonce !== null && evidence.nonce > nonce;
}

/** Parses a stored request; undefined for anything else. */
export function readClaimRequest(text: string): ClaimRequest | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<ClaimRequest>;
    const { account, before, nonce, isShown, block, askedAt, answeredAt, isServerTime, hash } = parsed;
    const numberOf = (value: unknown) => (Number.isSafeInteger(value) ? value : null);
    const isSound =
      ADDRESS_PATTERN.test(String(account)) &&
      /^\d{1,20}$/.test(String(before)) &&
      [block, askedAt].every((value) => Number.isSafeInteger(value)) &&
      (hash === null || HASH_PATTERN.test(String(hash)));
    if (!isSound) return undefined;
    return {
      ...{ account, before, nonce: numberOf(nonce), block, askedAt, answeredAt: numberOf(answeredAt), hash },
      isShown: isShown === true,
      isServerTime: isServerTime === true,
    } as ClaimRequest;
  } catch {
    return undefined;
  }
}

/** One stored item per account, so that two tabs never overwrite each other's. */
const $stored = persistentMap<Record<string, ClaimRequest | undefined>>(
  CLAIM_REQUEST,
  {},
  { encode: JSON.stringify, decode: (text) => readClaimRequest(text) },
);
/** Requests that a full or closed storage rejects live as long as the page. */
const $unstored = map<Record<string, ClaimRequest | undefined>>({});

/** The claims that this browser has asked for and that are not settled, by account. */
export function keptClaims(): Readonly<Record<string, ClaimRequest | undefined>> {
  return { ...$stored.get(), ...$unstored.get() };
}

/** Whether two readings found the same request, as the same object or another; false once its hash is named. */
export function isSameClaim(one: ClaimRequest | undefined, other: ClaimRequest | undefined): boolean {
  return one?.askedAt === other?.askedAt && one?.hash === other?.hash;
}

export function listenToClaims(changed: () => void): void {
  $stored.listen(changed);
  $unstored.listen(changed);
}

export function keepClaim(request: ClaimRequest): void {
  try {
    $stored.setKey(request.account, request);
    $unstored.setKey(request.account, undefined);
  } catch {
    $unstored.setKey(request.account, request);
  }
}

export function dropClaim(account: string): void {
  $stored.setKey(account, undefined);
  $unstored.setKey(account, undefined);
}
