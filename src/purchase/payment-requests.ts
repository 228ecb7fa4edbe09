import { persistentMap } from '@nanostores/persistent';
import { computed, map } from 'nanostores';
import { serverTime } from '#src/client/server-time.ts';
import { PAYMENT_REQUEST } from '#src/config/storage-keys.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/address-pattern.ts';
import { asStored, dropPending } from './pending-purchases.ts';

/**
 * What the wallet has answered so far. `refused`: the visitor's own no. `failed`: any other error, which says nothing
 * about whether the payment was sent. `named`: a hash, which no node has shown yet; `unseen`: nor for two minutes.
 */
export type RequestState = 'asked' | 'refused' | 'failed' | 'named' | 'unseen';

const STATES: readonly unknown[] = ['asked', 'refused', 'failed', 'named', 'unseen'] satisfies RequestState[];

/**
 * A payment that a wallet was asked for and whose fate is not known: it is remembered before the wallet is asked, and
 * forgotten once a node shows its hash, our records show the payment, or it is certain that nothing was sent.
 */
export interface PaymentRequest {
  readonly id: string;
  /** The body to record, without a hash. */
  readonly claims: Omit<PurchaseRequest, 'transactionHash'>;
  /** The account's next nonce at the wallet's node before it was asked, pending ones counted; null if unread. */
  readonly nonce: number | null;
  /** The head of the chain at that moment; null if unread. */
  readonly block: number | null;
  /** Milliseconds since 1970 by the server's clock: the visitor's may be set meanwhile. */
  readonly askedAt: number;
  readonly state: RequestState;
  /** When the wallet answered, by the same clock. */
  readonly answeredAt: number | null;
  /** The hash that the wallet named. */
  readonly hash: string | null;
  /** Hashes of other payments, in lower case: known before this request, or what other requests became. */
  readonly others: readonly string[];
}

/** Parses a stored request; undefined for invalid text, so that one damaged item never hides the others. */
export function readPaymentRequest(text: string): PaymentRequest | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<PaymentRequest>;
    const { id, claims, nonce, block, askedAt, state, answeredAt, hash, others } = parsed;
    if (typeof id !== 'string' || !ADDRESS_PATTERN.test(String(claims?.walletAddress))) return undefined;
    return {
      id,
      claims: claims as PaymentRequest['claims'],
      nonce: numberOf(nonce),
      block: numberOf(block),
      askedAt: numberOf(askedAt) ?? 0,
      state: STATES.includes(state) ? (state as RequestState) : 'asked',
      answeredAt: numberOf(answeredAt),
      hash: typeof hash === 'string' ? hash : null,
      others: Array.isArray(others) ? others.map(String) : [],
    };
  } catch {
    return undefined;
  }
}

/** The latest time that a Date can have: what is later is no time, and no nonce or block either. */
const MOST = 8.64e15;

function numberOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST ? Number(value) : null;
}

/** One stored item for each request, so that two tabs never overwrite each other's. */
const $stored = persistentMap<Record<string, PaymentRequest | undefined>>(
  PAYMENT_REQUEST,
  {},
  asStored(readPaymentRequest),
);

/** Requests that a full or closed storage rejects are kept for the life of the page. */
const $unstored = map<Record<string, PaymentRequest | undefined>>({});

/** Every payment whose fate is not known, of all tabs and wallets of this browser, oldest first. */
export const $paymentRequests = computed([$stored, $unstored], (stored, unstored) =>
  Object.entries({ ...stored, ...unstored })
    // The key is what removes it.
    .flatMap(([id, request]) => (request === undefined ? [] : [{ ...request, id }]))
    .sort((one, other) => one.askedAt - other.askedAt),
);

/** The attempts of this page by the ids of their requests: what is found may be an earlier one than the card's. */
export const runs = new Map<string, number>();

/** The time by which requests are dated, milliseconds since 1970: the server's, the visitor's until one is known. */
export function requestTime(): number {
  return Math.round(serverTime() ?? Date.now());
}

/**
 * Whether a visitor who wants to pay again must hear of a request: all but those whose hash is still taken at its word,
 * which the card follows as a payment.
 */
export function isInDoubt({ state }: PaymentRequest): boolean {
  return state !== 'named';
}

/** Whether a hash is one that a wallet named, and that no node has shown for too long. */
export function isDoubted(hash: string): boolean {
  return $paymentRequests.get().some((request) => request.hash === hash && isInDoubt(request));
}

/** Stores a request, or what has become known of it. */
export function keepRequest(request: PaymentRequest): void {
  try {
    $stored.setKey(request.id, request);
    $unstored.setKey(request.id, undefined);
  } catch {
    $unstored.setKey(request.id, request);
  }
}

/** The requests of which this page knows what payment they became. */
const found = new Set<string>();

/** Whether a request has become a payment that this page knows: then no answer of the wallet says anything of it. */
export function wasFound({ id }: PaymentRequest): boolean {
  return found.has(id);
}

/**
 * Notes the wallet's answer, also for a request that the visitor or another tab has forgotten while the wallet was
 * asked; one that was found remains settled, unless the wallet names a hash after all.
 */
export function noteAnswer(request: PaymentRequest, state: RequestState, hash: string | null = null): void {
  const kept = $paymentRequests.get().find(({ id }) => id === request.id);
  if (!wasFound(request) || hash !== null)
    keepRequest({ ...(kept ?? request), state, hash, answeredAt: requestTime() });
}

/** How long a refusal is checked before another payment needs the visitor's consent, in milliseconds. */
const CHECKED_MS = 30_000;

/**
 * Whether another payment needs consent: this one may have been sent. A fresh refusal is still being checked. `now` is
 * a requestTime.
 */
export function needsConsent(request: PaymentRequest, now: number): boolean {
  const age = now - (request.answeredAt ?? 0);
  const isFresh = request.state === 'refused' && age >= 0 && age < CHECKED_MS;
  return isInDoubt(request) && !isFresh;
}

/**
 * Notes that a hash is no payment: whatever the wallet sent, it may not have been that. `kept` is the hash if it may
 * still tell that it took the nonce.
 */
export function doubtHash(hash: string, kept: string | null = null): void {
  for (const request of $paymentRequests.get())
    if (request.hash === hash) keepRequest({ ...request, state: 'failed', hash: kept });
}

/** Notes a payment that no open request can have become. */
export function excludeHash(hash: string): void {
  const other = hash.toLowerCase();
  for (const request of $paymentRequests.get())
    if (request.hash?.toLowerCase() !== other && !request.others.includes(other))
      keepRequest({ ...request, others: [...request.others, other] });
}

/**
 * Forgets a request: its fate is known, or the visitor says that the wallet did not send it. `hash` is the payment it
 * became, which no other request can have become; another hash that the wallet named is no payment any more.
 */
export function settleRequest(id: string, hash: string | null = null): void {
  const named = $paymentRequests.get().find((request) => request.id === id)?.hash ?? null;
  $stored.setKey(id, undefined);
  $unstored.setKey(id, undefined);
  if (hash !== null) {
    found.add(id);
    excludeHash(hash);
  }
  if (named !== null && named.toLowerCase() !== hash?.toLowerCase()) dropPending(named);
}
