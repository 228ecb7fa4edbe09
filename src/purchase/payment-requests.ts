import { computed } from 'nanostores';
import { serverTime } from '#src/client/server-time.ts';
import { isChainId } from '#src/config/chains.ts';
import { EXPIRES_AFTER_MS } from '#src/config/limits.ts';
import { readAddress } from '#src/config/public-env.ts';
import { PAYMENT_REQUEST } from '#src/config/storage-keys.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { loadBalances } from '#src/stores/balances.ts';
import { $outbox, dropPending, type PendingPurchase, storedItems } from './pending-purchases.ts';

const STATES = ['asked', 'refused', 'failed', 'named', 'unseen', 'shown', 'dropped'] as const;

/**
 * What the wallet has answered so far. `refused`: the visitor said no. `failed`: any other error, which does not tell
 * whether the payment was sent. `named`: a hash that no node has shown yet; `unseen`: still not after two minutes.
 * `shown`: a hash that we trust, though our records may get the payment under another one: the wallet's node shows it,
 * or a contract account has named it. `dropped`: about to go, without a payment, of which the other tabs hear so.
 */
export type RequestState = (typeof STATES)[number];

/** A payment that we asked a wallet for, stored before asking until our records show it or none can have been sent. */
export interface PaymentRequest {
  readonly id: string;
  /** The body to record, without a hash. */
  readonly claims: Omit<PurchaseRequest, 'transactionHash'>;
  /** The address that it pays; null if an older page asked for it. */
  readonly recipient: string | null;
  /** The account's next nonce at the wallet's node before we asked, including pending ones; null if unread. */
  readonly nonce: number | null;
  /** The head of the chain at that moment; null if unread. */
  readonly block: number | null;
  /** Milliseconds since 1970 by the server's clock: the visitor's may change meanwhile. */
  readonly askedAt: number;
  readonly state: RequestState;
  /** When the wallet answered, by the same clock. */
  readonly answeredAt: number | null;
  /** The hash that the wallet named. */
  readonly hash: string | null;
  /** The same once it turned out to have replaced another payment of ours, which is followed under it. */
  readonly successor: string | null;
  /** Hashes of the wallet's payments that our records had when we asked, in lower case; null if unread. */
  readonly recorded: readonly string[] | null;
  /** Those that nobody had seen by then, or seen for a day: signed again, the same transaction has the same hash. */
  readonly givenUp: readonly string[];
  /** Hashes of other payments, in lower case: those seen before this request, and those of requests that ended. */
  readonly others: readonly string[];
}

/** Parses a stored request; undefined for invalid text, so that one damaged item never hides the others. */
export function readPaymentRequest(text: string): PaymentRequest | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<PaymentRequest>;
    const { id, claims, recipient, nonce, block, askedAt, state, answeredAt, hash, successor } = parsed;
    const { recorded, givenUp, others } = parsed;
    if (typeof id !== 'string' || !ADDRESS_PATTERN.test(String(claims?.walletAddress))) return undefined;
    return {
      id,
      claims: claims as PaymentRequest['claims'],
      recipient: readAddress(recipient),
      nonce: numberOf(nonce),
      block: numberOf(block),
      askedAt: numberOf(askedAt) ?? 0,
      state: STATES.find((each) => each === state) ?? 'asked',
      answeredAt: numberOf(answeredAt),
      hash: typeof hash === 'string' ? hash : null,
      successor: typeof successor === 'string' ? successor : null,
      recorded: Array.isArray(recorded) ? recorded.map(String) : null,
      givenUp: Array.isArray(givenUp) ? givenUp.map(String) : [],
      others: Array.isArray(others) ? others.map(String) : [],
    };
  } catch {
    return undefined;
  }
}

/** The largest value that a Date can have; nothing larger is a time, a nonce or a block. */
const MOST = 8.64e15;

function numberOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST ? Number(value) : null;
}

const stored = storedItems(PAYMENT_REQUEST, readPaymentRequest);

export const { $unstored } = stored;

/** All payments with an unknown fate, of all tabs and wallets of this browser, oldest first. */
export const $paymentRequests = computed(stored.$items, (items) =>
  Object.entries(items)
    // Use the key as id: it is what removes the item.
    .flatMap(([id, request]) => (request == null ? [] : [{ ...request, id }]))
    .sort((one, other) => one.askedAt - other.askedAt),
);

/** Which attempt of this page made each request: we may find an earlier one than the card's. */
export const runs = new Map<string, number>();

/** The time that dates requests, milliseconds since 1970: the server's, or the visitor's until we know it. */
export function requestTime(): number {
  return Math.round(serverTime() ?? Date.now());
}

/** Whether a request warns who wants to pay again: not one whose hash we trust, which the card follows. */
export function isInDoubt({ state }: PaymentRequest): boolean {
  return state !== 'named' && state !== 'shown';
}

/** Whether a wallet named this hash and no node has shown it for too long. */
export function isDoubted(hash: string): boolean {
  return $paymentRequests.get().some((request) => request.hash === hash && isInDoubt(request));
}

/** Whether a wallet named this hash for a payment whose fate is not known. */
export function isLookedFor(hash: string): boolean {
  return $paymentRequests.get().some((request) => request.hash === hash);
}

/** Whether our API had given up this hash before a wallet named it for a payment that was asked for within the day. */
export function isGivenUpBefore(hash: string): boolean {
  const isIts = (request: PaymentRequest) => request.hash === hash && request.givenUp.includes(hash);
  return $paymentRequests.get().some((each) => isIts(each) && requestTime() - each.askedAt < EXPIRES_AFTER_MS);
}

/** What this browser keeps of payments at a moment. */
export interface KeptPayments {
  readonly pending: readonly PendingPurchase[];
  readonly requests: readonly PaymentRequest[];
}

export function keptPayments(): KeptPayments {
  return { pending: $outbox.get(), requests: $paymentRequests.get() };
}

/** A request as it is stored by now. */
export function findRequest(id: string): PaymentRequest | undefined {
  return $paymentRequests.get().find((each) => each.id === id);
}

/** What a request has become meanwhile, also if somebody dropped it. */
export function latest(request: PaymentRequest): PaymentRequest {
  return findRequest(request.id) ?? request;
}

/** Stores a request, or what we have learnt about it. */
export function keepRequest(request: PaymentRequest): void {
  stored.keep(request.id, request);
}

/** Notes the wallet's answer, even if the visitor or another tab dropped the request meanwhile. */
export function noteAnswer(request: PaymentRequest, state: RequestState, hash: string | null = null): void {
  keepRequest({ ...latest(request), nonce: request.nonce, state, hash, answeredAt: requestTime() });
}

/** How long we check a refusal before another payment needs the visitor's consent, in milliseconds. */
const CHECKED_MS = 30_000;

/** Whether another payment needs consent, as this one may be sent; not while a fresh refusal is checked. */
export function needsConsent(request: PaymentRequest, now: number): boolean {
  const age = now - (request.answeredAt ?? 0);
  const isFresh = request.state === 'refused' && age >= 0 && age < CHECKED_MS;
  return isInDoubt(request) && !isFresh;
}

/** Notes that a hash is not this payment; `kept` is the hash if it may still tell whether it took the nonce. */
export function doubtHash(hash: string, kept: string | null = null): void {
  for (const request of $paymentRequests.get())
    if (request.hash === hash) keepRequest({ ...request, state: 'failed', hash: kept });
}

/** Notes that a hash replaced another payment, whichever it was named for: with that one's nonce it can be either. */
export function doubtSuccessor(hash: string, replaced: string): void {
  for (const request of $paymentRequests.get())
    if (request.hash === hash || request.successor === replaced)
      keepRequest({ ...request, state: 'failed', hash: null, successor: hash });
}

/** Notes a payment that no open request can have become. */
export function excludeHash(hash: string): void {
  const other = hash.toLowerCase();
  for (const request of $paymentRequests.get())
    if (request.hash?.toLowerCase() !== other && !request.others.includes(other))
      keepRequest({ ...request, others: [...request.others, other] });
}

/**
 * Drops a request: its fate is known, or the visitor says that the wallet did not send it. `hash` is the payment it
 * became, which no other request can have become; any other hash that the wallet named stops being a payment.
 */
export function settleRequest(id: string, hash: string | null = null): void {
  const request = findRequest(id);
  const named = request?.hash ?? null;
  const isOther = named !== null && named.toLowerCase() !== hash?.toLowerCase();
  // Before the request goes: its hash alone would be that of a payment that was sent.
  if (hash === null && request !== undefined) keepRequest({ ...request, state: 'dropped' });
  if (isOther) dropPending(named);
  stored.keep(id);
  if (hash !== null) excludeHash(hash);
  if (isOther) excludeHash(named);
  const chainId = request?.claims.chainId;
  if (isChainId(chainId)) void loadBalances(chainId);
}
