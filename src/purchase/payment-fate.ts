import type { PaymentRecord } from '#src/contract/payments.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { PaymentRequest } from './payment-requests.ts';
import { isSeen } from './payment-statuses.ts';

/** How long after a refusal nonce and records must agree before the page says that nothing was sent, in ms. */
export const REFUSAL_CHECK_MS = 10_000;

/** How long an unknown payment is looked for: as long as a posted hash that is in no block, in milliseconds. */
const LOOKED_FOR_MS = 86_400_000;

/** What is known about a request besides the wallet's answer. */
export interface Evidence {
  /**
   * The account's nonces at the wallet's node; null if it is on another chain or account, does not tell, or the account
   * has code: what a contract pays, or others send for an account, leaves its nonce.
   */
  readonly nonces: { readonly mined: number; readonly pending: number } | null;
  /** The payments of the wallet by our records, newest first; null if they could not be read. */
  readonly records: readonly PaymentRecord[] | null;
  /** Hashes of payments that this request did not become, in lower case. */
  readonly known: ReadonlySet<string>;
  /** The nonce of a transaction by the wallet's node; null if it does not know it. */
  readonly nonceOf: (hash: string) => number | null;
  /** What the API says of a hash; null before its answer. */
  readonly answerOf: (hash: string) => Pick<PurchaseResponse, 'status' | 'reason' | 'chainId'> | null;
  /** How many requests of the account are open on the chain, this one included. */
  readonly open: number;
}

export type Fate =
  /** The hash that the wallet named has the nonce, or is a payment in our records. */
  | { readonly kind: 'sent' }
  /** Our records show the payment, under a hash that the wallet did not name. */
  | { readonly kind: 'found'; readonly record: PaymentRecord }
  /** A payment that this browser follows has taken its nonce: it can never be mined. */
  | { readonly kind: 'superseded' }
  /** The hash that the wallet named is none of a payment. */
  | { readonly kind: 'misnamed' }
  /** The visitor refused, and nonce and records agree. */
  | { readonly kind: 'not-sent' }
  /** It was looked for as long as it could be mined. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

/**
 * What has become of a requested payment, from facts alone: the wallet's word starts the search and never ends it.
 * `now` is milliseconds since 1970 by the server's clock, as the request is dated; null before the server's first
 * answer, and then nothing ends by time.
 */
export function fateOf(request: PaymentRequest, evidence: Evidence, now: number | null): Fate {
  const { hash, nonce, state, askedAt, answeredAt } = request;
  const { nonces, records } = evidence;
  const own = (records ?? []).filter(({ chainId }) => chainId === request.claims.chainId);
  const named = hash === null ? null : fateOfHash(hash, request, own, evidence);
  if (named !== null) return { kind: named };
  // A wallet that has not answered can still give it another nonce; one that has, may have done so a moment ago.
  const isChecked = now !== null && answeredAt !== null && now - answeredAt >= REFUSAL_CHECK_MS;
  const isOnly = state !== 'asked' && isChecked && nonces !== null && nonce !== null && nonces.pending === nonce + 1;
  const record = findRecord(request, own, evidence, isOnly);
  if (record !== undefined) return { kind: 'found', record };
  const isTaken = own.some(
    ({ transactionHash, block }) =>
      block !== null && evidence.known.has(transactionHash) && evidence.nonceOf(transactionHash) === nonce,
  );
  // Another tab may have noted the same nonce before: only if no later one is used, this was it.
  if (isTaken && isOnly) return { kind: 'superseded' };
  if (now !== null && now - askedAt > LOOKED_FOR_MS) return { kind: 'expired' };
  const isUnused = nonces !== null && nonces.mined === nonce && nonces.pending === nonce;
  return state === 'refused' && isUnused && records !== null && isChecked ? { kind: 'not-sent' } : { kind: 'unknown' };
}

/** What the hash that a wallet named says of the request; null for nothing yet. */
function fateOfHash(
  hash: string,
  { nonce }: PaymentRequest,
  own: readonly PaymentRecord[],
  { nonceOf, answerOf }: Evidence,
): 'sent' | 'misnamed' | null {
  const its = nonceOf(hash);
  if (its !== null && its === nonce) return 'sent';
  // With another nonce it may be an earlier transaction, or one for another site: only our records tell.
  const answer = answerOf(hash);
  if (answer?.status === 'rejected') return 'misnamed';
  if (its !== null && nonce !== null && its < nonce) return null;
  const isRecorded = own.some(({ transactionHash }) => transactionHash === hash.toLowerCase());
  return isRecorded || (answer !== null && isSeen(answer)) ? 'sent' : null;
}

/**
 * The payment of our records that the request became: the one with its nonce, of another amount only if the request
 * can have no other nonce (`isOnly`); where nonces cannot tell, a new one of the same coin and amount, if there is one
 * for each open request.
 */
function findRecord(
  { claims, nonce, block, askedAt }: PaymentRequest,
  own: readonly PaymentRecord[],
  { known, nonceOf, open }: Evidence,
  isOnly: boolean,
): PaymentRecord | undefined {
  const fresh = own.filter(
    (record) =>
      !known.has(record.transactionHash) &&
      record.block !== null &&
      (block === null ? Date.parse(record.createdAt) >= askedAt : record.block >= block),
  );
  const isAsAsked = ({ paymentMethod, paymentAmount }: PaymentRecord) =>
    paymentMethod === claims.paymentMethod && paymentAmount === claims.paymentAmount;
  const exact = fresh.find(
    (record) => nonce !== null && nonceOf(record.transactionHash) === nonce && (isOnly || isAsAsked(record)),
  );
  if (exact !== undefined) return exact;
  const alike = fresh.filter((record) => {
    const its = nonceOf(record.transactionHash);
    return (its === null || nonce === null || its > nonce) && isAsAsked(record);
  });
  return alike.length >= open ? alike[0] : undefined;
}
