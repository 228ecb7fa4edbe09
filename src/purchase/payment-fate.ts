import type { PaymentRecord } from '#src/contract/payments.ts';
import type { PaymentRequest } from './payment-requests.ts';

/** How long after a refusal nonce and records must agree before the page says that nothing was sent, in ms. */
export const REFUSAL_CHECK_MS = 10_000;

/** How long an unknown payment is looked for: as long as a posted hash that is in no block, in milliseconds. */
const LOOKED_FOR_MS = 86_400_000;

/** What is known about a request besides the wallet's answer. */
export interface Evidence {
  /** The account's nonces at the wallet's node; null if it is on another chain or account, or does not tell. */
  readonly nonces: { readonly mined: number; readonly pending: number } | null;
  /** The payments of the wallet by our records, newest first; null if they could not be read. */
  readonly records: readonly PaymentRecord[] | null;
  /** Hashes of payments that this request did not become, in lower case. */
  readonly known: ReadonlySet<string>;
  /** The nonce of a transaction by the wallet's node; null if it does not know it. */
  readonly nonceOf: (hash: string) => number | null;
  /** Whether the API has seen this hash on a chain, as a payment of the wallet. */
  readonly isSeen: (hash: string) => boolean;
  /** How many requests of the account are open on the chain, this one included. */
  readonly open: number;
}

export type Fate =
  /** A node shows the hash that the wallet named. */
  | { readonly kind: 'sent' }
  /** Our records show the payment, under a hash that the wallet did not name. */
  | { readonly kind: 'found'; readonly record: PaymentRecord }
  /** A payment that this browser follows has taken its nonce: it can never be mined. */
  | { readonly kind: 'superseded' }
  /** The visitor refused, and nonce and records agree. */
  | { readonly kind: 'not-sent' }
  /** It was looked for as long as it could be mined. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

/**
 * What has become of a requested payment, from facts alone: the wallet's word starts the search and never ends it.
 * `now` is milliseconds since 1970.
 */
export function fateOf(request: PaymentRequest, evidence: Evidence, now: number): Fate {
  const { hash, nonce, state } = request;
  const { nonces, records, known, nonceOf, isSeen } = evidence;
  const own = (records ?? []).filter(({ chainId }) => chainId === request.claims.chainId);
  if (hash !== null) {
    const its = nonceOf(hash);
    const isRecorded = own.some(({ transactionHash }) => transactionHash === hash.toLowerCase());
    // A wallet may name an earlier transaction.
    const isEarlier = its !== null && nonce !== null && its < nonce;
    if (!isEarlier && (its !== null || isRecorded || isSeen(hash))) return { kind: 'sent' };
  }
  const record = findRecord(request, own, evidence);
  if (record !== undefined) return { kind: 'found', record };
  const isTaken = own.some(
    ({ transactionHash, block }) =>
      block !== null && nonce !== null && known.has(transactionHash) && nonceOf(transactionHash) === nonce,
  );
  // Another tab may have noted the same nonce before: only if no later one is used, this was it.
  if (isTaken && nonces !== null && nonce !== null && nonces.pending === nonce + 1) return { kind: 'superseded' };
  if (now - request.askedAt > LOOKED_FOR_MS) return { kind: 'expired' };
  const isUnused = nonces !== null && nonces.mined === nonce && nonces.pending === nonce;
  const isChecked = request.answeredAt !== null && now - request.answeredAt >= REFUSAL_CHECK_MS;
  return state === 'refused' && isUnused && records !== null && isChecked ? { kind: 'not-sent' } : { kind: 'unknown' };
}

/**
 * The payment of our records that the request became: the one with its nonce; where nonces cannot tell, a new one of
 * the same coin and amount, if there is one for each open request.
 */
function findRecord(
  { claims, nonce, block, askedAt }: PaymentRequest,
  own: readonly PaymentRecord[],
  { known, nonceOf, open }: Evidence,
): PaymentRecord | undefined {
  const fresh = own.filter(
    (record) =>
      !known.has(record.transactionHash) &&
      record.block !== null &&
      (block === null ? Date.parse(record.createdAt) >= askedAt : record.block >= block),
  );
  const exact = fresh.find(({ transactionHash }) => nonce !== null && nonceOf(transactionHash) === nonce);
  if (exact !== undefined) return exact;
  const alike = fresh.filter(({ transactionHash, paymentMethod, paymentAmount }) => {
    const its = nonceOf(transactionHash);
    const isLater = its === null || nonce === null || its > nonce;
    return isLater && paymentMethod === claims.paymentMethod && paymentAmount === claims.paymentAmount;
  });
  return alike.length >= open ? alike[0] : undefined;
}
