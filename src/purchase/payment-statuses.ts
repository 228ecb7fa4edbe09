import type { PaymentView } from '#src/contract/payments.ts';
import type { PaymentStatus, PurchaseResponse } from '#src/contract/presale.ts';
import type { Track } from '#src/contract/track.ts';
import type { ToastKey } from '#src/i18n/dictionary.ts';

/** What a status means to the buyer. `needs-staff` waits for a decision; `not-paid` brought the presale nothing. */
export type PaymentOutcome = 'open' | 'credited' | 'not-paid' | 'needs-staff';

interface StatusFacts {
  /** Every other value than `open` is settled: the browser stops keeping the payment. */
  readonly outcome: PaymentOutcome;
  /** Colour of its heading; null for the text colour. */
  readonly tone: 'success' | 'warning' | 'danger' | null;
  /** The event it waits for; null if none. */
  readonly nextStep: 'block' | 'confirmations' | 'signers' | 'successor' | 'staff' | null;
  /** The text on the card. */
  readonly successText: `presale.success.${'credited' | 'confirming' | 'processing' | 'signers' | 'review' | 'debug' | 'rejected'}`;
  /** Where the dashboard's filter puts it. */
  readonly group: 'credited' | 'open' | 'other';
  /** The toast that says it brought nothing. */
  readonly toast?: ToastKey;
}

const NOT_PAID = {
  outcome: 'not-paid',
  tone: null,
  nextStep: null,
  successText: 'presale.success.rejected',
  group: 'other',
  toast: 'purchaseFailed',
} as const satisfies StatusFacts;

const NEEDS_STAFF = {
  outcome: 'needs-staff',
  tone: 'warning',
  nextStep: 'staff',
  successText: 'presale.success.review',
  group: 'open',
} as const satisfies StatusFacts;

const PAYMENT_STATUS: Readonly<Record<PaymentStatus, StatusFacts>> = {
  processing: {
    outcome: 'open',
    tone: null,
    nextStep: 'block',
    successText: 'presale.success.confirming',
    group: 'open',
  },
  confirming: {
    outcome: 'open',
    tone: null,
    nextStep: 'confirmations',
    successText: 'presale.success.confirming',
    group: 'open',
  },
  'waiting-signers': {
    outcome: 'open',
    tone: null,
    nextStep: 'signers',
    successText: 'presale.success.signers',
    group: 'open',
  },
  credited: {
    outcome: 'credited',
    tone: 'success',
    nextStep: null,
    successText: 'presale.success.credited',
    group: 'credited',
  },
  debug: { outcome: 'credited', tone: null, nextStep: null, successText: 'presale.success.debug', group: 'other' },
  // We follow its successor; until one is known, nothing is decided.
  replaced: {
    outcome: 'open',
    tone: null,
    nextStep: 'successor',
    successText: 'presale.success.processing',
    group: 'other',
  },
  failed: { ...NOT_PAID, tone: 'danger', toast: 'transactionFailed' },
  cancelled: { ...NOT_PAID, toast: 'transactionCancelled' },
  // It can still appear: it is late, not failed.
  expired: { ...NOT_PAID, successText: 'presale.success.processing', toast: 'transactionTimeout' },
  rejected: { ...NOT_PAID, tone: 'danger' },
  'needs-review': NEEDS_STAFF,
  'refund-due': NEEDS_STAFF,
};

/** A status that this build does not know decides nothing, so that no payment is dropped. */
const UNKNOWN: StatusFacts = {
  outcome: 'open',
  tone: null,
  nextStep: null,
  successText: 'presale.success.processing',
  group: 'other',
};

/** What we know about a status, from the one table of statuses. */
export function statusFacts(status: PaymentStatus | 'unknown'): StatusFacts {
  return status !== 'unknown' && isKnownStatus(status) ? PAYMENT_STATUS[status] : UNKNOWN;
}

/** Whether this build knows a status of the API, which may be newer. */
export function isKnownStatus(status: PaymentStatus): boolean {
  return Object.hasOwn(PAYMENT_STATUS, status);
}

/** Whether it only needs its block, confirmations or signatures, and no decision by staff. */
export function isOnTheWay(status: PaymentStatus): boolean {
  const { nextStep } = statusFacts(status);
  return nextStep === 'block' || nextStep === 'confirmations' || nextStep === 'signers';
}

/** Whether the buyer may hear of a purchase: credited or on chain, and not waiting for signers. */
export function isPurchase(status: PaymentStatus): boolean {
  const { outcome, nextStep } = statusFacts(status);
  return outcome === 'credited' || nextStep === 'block' || nextStep === 'confirmations';
}

/** Whether a hash is a transaction of another account, so the wallet must have sent something else. */
export function isForeign({ status, reason }: Pick<PurchaseResponse, 'status' | 'reason'>): boolean {
  return status === 'rejected' && reason === 'foreign-sender';
}

/**
 * Whether a hash is no payment of the wallet, or is not known to have been one: a transaction for another site can fail
 * or be cancelled just as well, or be in a block in which somebody else's coins were passed on, and then the API names
 * no coin.
 */
export function isNoPayment({ status, paymentMethod }: Pick<PurchaseResponse, 'status' | 'paymentMethod'>): boolean {
  return status === 'rejected' || (['failed', 'cancelled', 'needs-review'].includes(status) && paymentMethod == null);
}

/**
 * Whether the API has seen a payment on a chain, and not just its posted hash, or a transaction in no block that pays
 * somebody else. It says of any hash of a contract account that it waits for signers.
 */
export function isSeen({ status, paymentMethod }: Pick<PurchaseResponse, 'status' | 'paymentMethod'>): boolean {
  return !['processing', 'waiting-signers', 'expired'].includes(status) || paymentMethod != null;
}

/** The meaning of a payment's status for the buyer. */
export function outcomeOf(status: PaymentStatus): PaymentOutcome {
  return statusFacts(status).outcome;
}

/** The key of the sentence for a status; a generic one for a status that this build does not know. */
export function statusSentenceKey(status: PaymentStatus): `api.status.${PaymentStatus}` | 'payment.status.unnamed' {
  return isKnownStatus(status) ? `api.status.${status}` : 'payment.status.unnamed';
}

/** The key of a status's name; the generic sentence for a status that this build does not know. */
export function statusNameKey(
  status: PaymentStatus | 'unknown',
  isFinal: boolean,
): `payment.status.${PaymentStatus | 'final' | 'unknown' | 'unnamed'}` {
  if (status === 'credited' && isFinal) return 'payment.status.final';
  return status === 'unknown' || isKnownStatus(status) ? `payment.status.${status}` : 'payment.status.unnamed';
}

type Returned = Pick<PaymentView, 'refundUsd' | 'refundsPaid'>;

/** Whether everything due back for these payments has been paid back. */
export function isRefunded(payments: readonly Returned[]): boolean {
  return (
    payments.every(({ refundUsd }) => refundUsd === null) && payments.some(({ refundsPaid }) => refundsPaid.length > 0)
  );
}

/** The key of the name of a payment's state, which tells paid refunds from those still due. */
export function paymentNameKey(
  payment: Returned & Pick<PaymentView, 'status' | 'final'>,
): ReturnType<typeof statusNameKey> | 'payment.refunded' {
  const { status, final } = payment;
  return status === 'refund-due' && isRefunded([payment]) ? 'payment.refunded' : statusNameKey(status, final);
}

type Reason = NonNullable<Track['reason']>;

/** The reasons that this build has a sentence for; leaving one out does not compile. */
const KNOWN: Readonly<Record<Reason, true>> = {
  'wrong-token': true,
  'no-payer': true,
  'token-mismatch': true,
  'token-off': true,
  'internal-transfer': true,
  'stale-price': true,
  'before-sale': true,
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

/** The key of the sentence for why a payment is in review, returned or refused; generic for an unknown reason. */
export function reasonKey(reason: string): `payment.reason.${Reason | 'unknown'}` {
  return Object.hasOwn(KNOWN, reason) ? `payment.reason.${reason as Reason}` : 'payment.reason.unknown';
}
