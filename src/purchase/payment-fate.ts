import type { PaymentView } from '#src/contract/payments.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { PaymentRequest } from './payment-requests.ts';
import { isNoPayment, isSeen } from './payment-statuses.ts';

/** How long after an answer the wallet's node may not show yet what the wallet has sent, in milliseconds. */
const ANSWER_CHECK_MS = 10_000;

/** What we know about a request besides the wallet's answer. */
export interface Evidence {
  /**
   * The account's nonces at the wallet's node. Null if the wallet is on another chain or account or does not tell, or
   * if the account has code: payments by contracts, or sent for the account by others, do not use its nonce.
   */
  readonly nonces: { readonly mined: number; readonly pending: number } | null;
  /** Whether the wallet's node answers and would show what the account itself has sent: it is no contract. */
  readonly isShowing: boolean;
  /** Whether there is a wallet to ask: connected, with the account, and on the chain. Another tab may have one. */
  readonly isAsked: boolean;
  /** The wallet's payments in our records, newest first; null if we could not read them. */
  readonly payments: readonly PaymentView[] | null;
  /** Hashes of payments, in lower case, that this request cannot have become. */
  readonly known: ReadonlySet<string>;
  /** The nonce of a transaction at the wallet's node; null if it does not know the transaction. */
  readonly nonceOf: (hash: string) => number | null;
  /** The block of such a transaction; null also while it is in none. */
  readonly blockOf: (hash: string) => number | null;
  /** Whether a transaction pays somebody else, according to the wallet's node. */
  readonly isElsewhere: (hash: string) => boolean;
  /** What the API says about a hash; null before its answer. */
  readonly answerOf: (hash: string) => Pick<PurchaseResponse, 'status' | 'paymentMethod'> | null;
  /**
   * How many payments of the account on the chain a new one in our lists can be: the open requests, this one included.
   * Infinite while we follow one that is in no block yet: what replaces it has a hash of its own.
   */
  readonly open: number;
  /**
   * For how long the wallet's answer had been known when we began to read all this, in milliseconds by the page's own
   * time: the server's can jump, where it was read from a cache or the computer slept.
   */
  readonly heldMs: number;
}

/**
 * Whether a payment was sent before the question: our records had it, or its block is an earlier one. Null if nothing
 * tells. Its date does not: the page's time can differ from the server's by any amount.
 */
export function isFromBefore(payment: PaymentView, { claims, block: asked, recorded }: PaymentRequest): boolean | null {
  if (recorded !== null && hashesOf(payment).some((each) => recorded.includes(each))) return true;
  const block = payment.chainId === claims.chainId ? payment.block : null;
  if (block !== null && asked !== null && block !== asked) return block < asked;
  return recorded === null ? null : false;
}

/**
 * Whether a payment cannot be found for a request: it is from before the question, or was given up by then. That one
 * can still be mined, and is this one only if the wallet, which signs it again, names its hash.
 */
function isAnother(payment: PaymentView, request: PaymentRequest): boolean {
  return isFromBefore(payment, request) === true || hashesOf(payment).some((each) => request.givenUp.includes(each));
}

/**
 * Whether a payment has not taken the place of one from before, as a speed-up does. With that one's nonce, which a node
 * that had dropped it calls the next, the wallet can have sent either: it is this one only if none is later.
 */
function isNoSuccessor(request: PaymentRequest, own: readonly PaymentView[]): (payment: PaymentView) => boolean {
  const successors = own.filter((each) => isAnother(each, request)).map(({ replacedBy }) => replacedBy);
  return ({ transactionHash }) => !successors.includes(transactionHash);
}

/** The hashes under which a wallet can name a payment: its transaction's, and that of a Safe's signers. */
export function hashesOf({ transactionHash, safeTxHash }: PaymentView): readonly string[] {
  return safeTxHash == null ? [transactionHash] : [transactionHash, safeTxHash];
}

export type Fate =
  /** The hash that the wallet named is a payment in our records. */
  | { readonly kind: 'sent' }
  /** The wallet's node shows the hash with the nonce, or a contract account has named it. */
  | { readonly kind: 'shown' }
  /** The node answers and shows the hash no more, or our API has looked for it for a day, and the node shows none. */
  | { readonly kind: 'gone' }
  /** Our records have the payment under a hash that the wallet did not name. */
  | { readonly kind: 'found'; readonly payment: PaymentView }
  /** A payment that this browser follows took its nonce, so it can never be mined. */
  | { readonly kind: 'superseded' }
  /** The hash that the wallet named is not a payment's. */
  | { readonly kind: 'misnamed' }
  /** The visitor refused, and nonce and records agree. */
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'unknown' };

/**
 * What became of a requested payment, from facts alone: the wallet's word starts the search but never ends it, and nor
 * does time, since a payment can be mined however late.
 */
export function fateOf(request: PaymentRequest, evidence: Evidence): Fate {
  const { hash, nonce, state } = request;
  const { nonces, payments } = evidence;
  const own = (payments ?? []).filter(({ chainId }) => chainId === request.claims.chainId);
  const named = hash === null ? null : fateOfHash(hash, request, evidence);
  if (named === 'sent' || named === 'misnamed') return { kind: named };
  // A wallet that has not answered can still use another nonce; one that just answered may have used it a moment ago.
  const isChecked = evidence.heldMs >= ANSWER_CHECK_MS;
  const isSettled = ({ transactionHash, block }: PaymentView) => block !== null && evidence.known.has(transactionHash);
  const taken = new Set(own.filter(isSettled).map(({ transactionHash }) => evidence.nonceOf(transactionHash)));
  /** Whether each nonce that the account has used after this one is that of a payment of which we know. */
  const isLast = (its: number | null) => {
    if (state === 'asked' || !isChecked || its === null || nonces === null) return false;
    const later = [...taken].filter((each) => each !== null && each > its && each < nonces.pending);
    return later.length === nonces.pending - its - 1;
  };
  const isOnly = isLast(nonce);
  const payment = findAsked(request, isOnly ? own : own.filter(isNoSuccessor(request, own)), evidence);
  if (payment !== undefined) return { kind: 'found', payment };
  // Another tab may have learnt meanwhile that the hash is no payment.
  const isGivenUp = evidence.answerOf(hash ?? '')?.status === 'expired';
  // A node that shows by turns what our API has given up would have each next purchase begin anew.
  if (named === 'shown' && (state === 'named' || (state === 'unseen' && !isGivenUp))) return { kind: 'shown' };
  const isHidden = evidence.isShowing && evidence.nonceOf(hash ?? '') === null;
  if (named === null && state === 'shown' && (isHidden || (isGivenUp && evidence.isAsked))) return { kind: 'gone' };
  // Another tab may have noted the same nonce earlier, and what replaced another payment may be its speed-up: only if
  // nobody used a later one was it this request.
  const isTaken = own.some((each) => {
    const its = evidence.nonceOf(each.transactionHash);
    return isSettled(each) && (its === nonce || each.transactionHash === request.successor) && isLast(its);
  });
  if (isTaken) return { kind: 'superseded' };
  const isUnused = nonces !== null && nonces.mined === nonce && nonces.pending === nonce;
  // Of any amount and network: a wallet can change either, and its node can be behind our lists.
  const isQuiet = payments?.every(
    (each) => hashesOf(each).some((its) => evidence.known.has(its)) || isAnother(each, request),
  );
  return state === 'refused' && isUnused && isQuiet && isChecked ? { kind: 'not-sent' } : { kind: 'unknown' };
}

/** What the hash that a wallet named says about the request; null for nothing yet. */
function fateOfHash(
  hash: string,
  request: PaymentRequest,
  { nonceOf, blockOf, isElsewhere, answerOf, payments, nonces, heldMs, open }: Evidence,
): 'sent' | 'shown' | 'misnamed' | null {
  const its = nonceOf(hash);
  const listed = payments?.find((payment) => hashesOf(payment).includes(hash.toLowerCase()));
  const isIts = its !== null && its === request.nonce;
  // What our API has rejected is posted no more: a page that is loaded again learns it from our records.
  const answer = answerOf(hash) ?? (isIts && listed?.status === 'rejected' ? listed : null);
  const isKnown = answer !== null && isSeen(answer);
  // What lists that we read do not show can be older than they go back.
  const unlisted = payments === null && request.recorded !== null ? false : null;
  const isBefore = listed === undefined ? unlisted : isFromBefore(listed, request);
  if (isBefore === true || request.recorded?.includes(hash.toLowerCase())) return 'misnamed';
  // What pays somebody else takes the nonce with its block, but the wallet can have sent the payment after it.
  const isAlone = !isElsewhere(hash) || (heldMs >= ANSWER_CHECK_MS && nonces?.pending === Number(its) + 1);
  // Coins that a contract passed on, which are in review, can be a contract account's own, but not a plain account's.
  const isOthers = answer?.status !== 'needs-review' || nonces !== null || isElsewhere(hash);
  const isNone = answer !== null && isNoPayment(answer) && isOthers;
  if (isIts && isKnown && (isAlone || !isNone)) return 'sent';
  // A look ten seconds after the answer can tell that it took the nonce, and that nothing came after it.
  if (isNone && (isIts || its === null) && heldMs < ANSWER_CHECK_MS) return null;
  if (isNone) return 'misnamed';
  // Our lists also name a hash that nobody has seen, on its poster's chain.
  // What replaces a payment that we follow can be named for this one; the noted nonce comes after those that we follow.
  const isLater = its !== null && request.nonce !== null && its >= request.nonce;
  const isOwn = isLater || Number.isFinite(open);
  if (isOwn && isBefore === false && (listed?.block != null || isKnown)) return 'sent';
  const block = blockOf(hash);
  const isAfter = isOwn && block !== null && request.block !== null && block > request.block;
  // A relay can sign it again, a visitor can speed it up, and a contract account can have named an id of its own.
  return ((isIts || isAfter) && !isElsewhere(hash)) || answer?.status === 'waiting-signers' ? 'shown' : null;
}

/**
 * The payment in our lists that the request became: of the same coin and amount, and with its nonce. If nonces cannot
 * tell: a new one, if there is one for each payment that it can be.
 */
function findAsked(
  request: PaymentRequest,
  own: readonly PaymentView[],
  { known, nonceOf, open, answerOf }: Evidence,
): PaymentView | undefined {
  const { claims, nonce, state, hash } = request;
  const alike = own.filter(
    (payment) =>
      !hashesOf(payment).some((each) => known.has(each)) &&
      payment.paymentMethod === claims.paymentMethod &&
      payment.paymentAmount === claims.paymentAmount &&
      payment.block !== null &&
      !isAnother(payment, request),
  );
  const exact = alike.find((payment) => nonce !== null && nonceOf(payment.transactionHash) === nonce);
  // What a node has shown with the nonce is in no block with another one.
  if (exact !== undefined || (state === 'shown' && answerOf(hash ?? '')?.status !== 'waiting-signers')) return exact;
  const possible = alike.filter((payment) => {
    const its = nonceOf(payment.transactionHash);
    return isFromBefore(payment, request) === false && (its === null || nonce === null || its > nonce);
  });
  return possible.length >= open ? possible[0] : undefined;
}
