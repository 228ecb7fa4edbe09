import type { Track } from '#src/contract/track.ts';

type Reason = NonNullable<Track['reason']>;

/** The reasons that this build has a sentence for; a missing one does not compile. */
const KNOWN: Readonly<Record<Reason, true>> = {
  'wrong-token': true,
  'no-payer': true,
  'token-mismatch': true,
  'token-off': true,
  'internal-transfer': true,
  'stale-price': true,
  'quorum-dispute': true,
  'amount-mismatch': true,
  'amount-unverifiable': true,
  'below-one-token': true,
  'over-sold': true,
  'sale-over': true,
  'wrong-recipient': true,
  'zero-value': true,
  'foreign-sender': true,
  'not-found': true,
  'chain-unreachable': true,
  'not-recorded': true,
  'in-mempool': true,
  'left-chain': true,
};

/**
 * The key of the sentence for why a payment is in review, returned or refused. The API may be newer than the page and
 * name a reason that this build does not know, which has a generic sentence.
 */
export function reasonKey(reason: string): `payment.reason.${Reason | 'unknown'}` {
  return Object.hasOwn(KNOWN, reason) ? `payment.reason.${reason as Reason}` : 'payment.reason.unknown';
}
