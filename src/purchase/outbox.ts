import { createPoller } from '#src/client/poll.ts';
import { request } from '#src/client/request.ts';
import { withProof } from '#src/client/with-proof.ts';
import { isChainId } from '#src/config/chains.ts';
import { PURCHASE_TIMES } from '#src/config/limits.ts';
import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';
import { ADDRESS_PATTERN, HASH_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { backOff } from '#src/lib/time/back-off.ts';
import { loadBalances } from '#src/stores/balances.ts';
import { proveAccount } from '#src/stores/prove-account.ts';
import { refreshAfterPurchase } from '#src/stores/refresh-after.ts';
import { reopenSession } from '#src/stores/register-wallet.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { Notice } from '#src/wallet/notice.ts';
import { doubtHash, doubtSuccessor, excludeHash, isDoubted, isGivenUpBefore, isLookedFor } from './payment-requests.ts';
import { isForeign, isNoPayment, isSeen, outcomeOf } from './payment-statuses.ts';
import { $answers, $outbox, dropPending, keepPending, type PendingPurchase, sameHash } from './pending-purchases.ts';
import { dispatch, statusNotice } from './purchase-machine.ts';

/** First wait and longest wait between two tries, in milliseconds. */
const FIRST_MS = 2_000;
const LONGEST_MS = 300_000;

/** Payments already removed here or in another tab, kept until this page knows what became of them. */
const released = new Map<string, PendingPurchase>();

/** The hashes of those payments. */
export const releasedHashes = () => [...released.keys()];

/** Hashes that this page polls, with their followers; a replacement keeps the follower of the payment it replaced. */
const followed = new Map<string, object>();
/** Follows a hash that is not to be told of. */
const NOBODY = {};
/** How many replacements in a row one posting follows: a wallet can speed up a payment that it has already sped up. */
const MOST_REPLACEMENTS = 8;
/** Whether the last round left only payments that the API knows and has not decided. */
let allKnown = false;

const poller = createPoller({
  look: flushOnce,
  waitMs(tries) {
    if (waiting().length === 0) return null;
    // A payment that only waits for blocks shows its confirmations: for a while it is posted like a new one.
    const longest = allKnown && tries < PURCHASE_TIMES.receiptPolls ? PURCHASE_TIMES.receiptPollMs : LONGEST_MS;
    return backOff(tries, FIRST_MS, longest);
  },
  // Payments that the API knows need nobody to post them: a hidden page asks once it is looked at.
  whileHidden: () => !allKnown,
});
/** Posts every unsettled payment; the remaining ones are tried again with growing waits. Never rejects. */
export const flushOutbox = poller.now;

if (typeof window !== 'undefined')
  window.addEventListener('online', () => {
    poller.reset();
    void flushOutbox();
  });

// Another tab removes a payment once it is settled, or a hash that was none. Each open tab asks, and shows the outcome.
$outbox.listen((kept, before) => {
  // It can also move a payment on to the one that replaced it, which then is this page's to follow.
  for (const { body, replaces = '' } of kept) {
    const follower = followed.get(replaces);
    if (follower === undefined || follower === NOBODY) continue;
    // One that this page has asked for itself, in place of that one, has a follower already: it alone tells of both.
    if (isPolled(body.transactionHash) && followed.get(body.transactionHash) !== follower) unfollow(follower);
    else followed.set(body.transactionHash, follower);
  }
  for (const pending of before ?? []) {
    const { transactionHash: hash } = pending.body;
    const isKept = kept.some(({ body, replaces }) => body.transactionHash === hash || replaces === hash);
    const answer = $answers.get()[hash];
    if (isKept || (answer !== undefined && outcomeOf(answer.status) !== 'open')) continue;
    released.set(hash, pending);
    poller.reset();
    poller.whenSeen();
  }
});

/** Stores a payment, with the `request` that it was found for, before posting it (S15, decision 12). */
export function rememberPayment(body: PurchaseRequest, request?: string): void {
  keepPending({ body, storedAt: Date.now(), request });
  // A page that has posted for long posts a new one as often as any other.
  poller.reset();
}

/** Gives up a hash that the wallet named but no node knows: card and stepper stop calling it a payment. */
export function dropPayment(hash: string): void {
  forget(hash);
  followed.delete(hash);
  dispatch({ type: 'request', fate: 'dropped', hash, run: null });
}

/** The same of a hash whose payment was found under another one: nobody posts it here, and nothing is told of it. */
export function leavePayment(hash: string): void {
  followed.set(hash, NOBODY);
  dispatch({ type: 'request', fate: 'dropped', hash, run: null });
}

function forget(hash: string): void {
  excludeHash(hash);
  dropPending(hash);
  released.delete(hash);
}

/**
 * Posts a payment, or the one that replaced it in the wallet, which then takes its place in the outbox; removes it once
 * the API's status is settled. The answer names the hash it is about. If the API requires a signature (WALLET_PROOF
 * all), asks the visitor for one, except with `unasked`. Throws RequestError or TypeError, or the wallet's refusal.
 */
export async function postPayment(
  body: PurchaseRequest,
  how: 'asking' | 'unasked' = 'asking',
): Promise<PurchaseResponse> {
  // An answer to an earlier question than another tab's says nothing about what that tab let go since.
  const wasReleased = new Set(released.keys());
  const latest = $answers.get()[body.transactionHash]?.transactionHash ?? body.transactionHash;
  const posted = new Set<string>();
  // A request may still have the hash that this payment replaced before a reload.
  const before = find(body.transactionHash)?.replaces;
  let next = successorOf(body, { status: 'replaced', chainId: null, replacedBy: latest });
  for (let current = next ?? body; ; current = next) {
    const { transactionHash: its } = current;
    const result = freshly(await postOnce(current, how), its);
    posted.add(its);
    if (isNoPayment(result)) doubtHash(its, isForeign(result) ? null : its);
    for (const hash of [body.transactionHash, ...posted, ...(before === undefined ? [] : [before])]) {
      $answers.setKey(hash, result);
      if (isOver(result, hash)) forget(hash);
      else if (wasReleased.has(hash) && !isSeen(result)) dropPayment(hash);
    }
    next = successorOf(current, result);
    // Answers that go in circles decide nothing: the payment stays open and is posted again later.
    if (next === null || posted.has(next.transactionHash) || posted.size > MOST_REPLACEMENTS) return result;
    moveOn(current, next);
  }
}

/**
 * The API's answer as it is about this payment. Signed again, the same transaction has the hash that the API gave up
 * before, and its sources take some seconds to show it again.
 */
function freshly(result: PurchaseResponse, hash: string): PurchaseResponse {
  return result.status === 'expired' && isGivenUpBefore(hash) ? { ...result, status: 'processing' } : result;
}

/** Keeps and follows a payment in place of the one it replaced; stores the new one before removing the old one. */
function moveOn({ transactionHash: old }: PurchaseRequest, next: PurchaseRequest): void {
  const before = find(old);
  const isStored = keepPending({ body: next, storedAt: before?.storedAt ?? Date.now(), replaces: old });
  // The wallet may have named it for a later payment, before anybody knew whose it is.
  doubtSuccessor(next.transactionHash, old);
  if (isStored) forget(old);
}

function postOnce(body: PurchaseRequest, how: 'asking' | 'unasked'): Promise<PurchaseResponse> {
  return withProof(() => request<PurchaseResponse>('POST', '/api/presale/purchase', body), {
    reopen: reopenSession,
    prove: how === 'unasked' ? null : () => proveAccount(body.walletAddress),
  });
}

/** A payment and its replacements, which this page polls. */
export interface Following {
  /** False once the payment was dropped. */
  readonly isFollowed: () => boolean;
  readonly release: () => void;
}

/** Takes over the polling of a payment and its replacements for this page; the outbox then leaves them alone. */
export function takePolling(hash: string): Following {
  const follower = {};
  followed.set(hash, follower);
  return {
    isFollowed: () => [...followed.values()].includes(follower),
    release() {
      unfollow(follower);
      poller.again();
    },
  };
}

function unfollow(follower: object): void {
  for (const [each, its] of followed) if (its === follower) followed.delete(each);
}

/** Whether this page polls a hash, and so tells of it. */
function isPolled(hash: string): boolean {
  return followed.has(hash) && followed.get(hash) !== NOBODY;
}

async function flushOnce(): Promise<void> {
  allKnown = true;
  for (const pending of waiting()) {
    const { body } = pending;
    const { transactionHash } = body;
    // Taken over, or moved on to, while others were posted.
    if (followed.has(transactionHash)) continue;
    const before = $answers.get();
    try {
      // Never open a wallet window unasked: a visitor who declined is not asked again.
      const result = await postPayment(body, 'unasked');
      // Taken over, replaced by one that this page has asked for, or found under another hash, meanwhile.
      if (followed.has(transactionHash) || isPolled(result.transactionHash)) continue;
      const outcome = outcomeOf(result.status);
      const chainId = result.chainId ?? body.chainId;
      const isDropped = find(transactionHash) === undefined && outcome === 'open' && !isSeen(result);
      // That a hash went to another address is told of one in doubt, too.
      if (!isDropped && (isNoPayment(result) || !isDoubted(transactionHash)) && isChainId(chainId))
        dispatch({ type: 'stored', pending: { ...pending, chainId }, result });
      if (!isOver(result, transactionHash)) continue;
      refreshAfterPurchase();
      if (isChainId(chainId)) void loadBalances(chainId);
      const hash = result.transactionHash ?? body.transactionHash;
      // This page has told it, perhaps under another hash that the payment had.
      if (before[hash]?.status === result.status) continue;
      const declared = sameHash(result.transactionHash, body.transactionHash) ? body.tokenAmount : null;
      const amount = result.tokensAllocated ?? result.tokenAmount ?? String(declared ?? '');
      const notice: Notice =
        outcome === 'credited'
          ? { key: 'tokensCredited', values: { amount }, variant: 'success' }
          : statusNotice(result);
      showToast({ ...notice, payment: { hash, chainId: body.chainId ?? null } });
    } catch (error) {
      console.warn(error);
      allKnown = false;
    }
  }
}

/** Whether a hash is posted no more. What our API has given up, but a request still looks for, can yet be mined. */
function isOver({ status }: PurchaseResponse, hash: string): boolean {
  return outcomeOf(status) !== 'open' && !(status === 'expired' && isLookedFor(hash));
}

function find(hash: string): PendingPurchase | undefined {
  return $outbox.get().find(({ body }) => body.transactionHash === hash) ?? released.get(hash);
}

function waiting(): readonly PendingPurchase[] {
  return [...$outbox.get(), ...released.values()]
    .filter(({ body }) => !followed.has(body.transactionHash))
    .flatMap((pending) => {
      const body = sanitizePendingPurchase(pending.body);
      return body === null ? [] : [{ ...pending, body }];
    });
}

type Told = Pick<PurchaseResponse, 'status' | 'replacedBy' | 'chainId'>;

/**
 * The body to post for the payment that replaced this one in the wallet; null if the API names none. It declares no
 * amounts, since the new payment may be for others. It keeps the terms, which the visitor accepted for the purchase.
 */
export function successorOf(body: PurchaseRequest, { status, replacedBy, chainId }: Told): PurchaseRequest | null {
  if (status !== 'replaced' || !replacedBy || sameHash(replacedBy, body.transactionHash)) return null;
  const { walletAddress, termsVersion } = body;
  const next = { walletAddress, transactionHash: replacedBy, status: 'pending', termsVersion };
  return sanitizePendingPurchase({ ...next, chainId: chainId ?? body.chainId });
}

const DECLARED = [
  ...(['ethAmount', 'paymentAmount', 'paymentMethod', 'usdAmount', 'tokenAmount'] as const),
  ...(['status', 'phase', 'termsVersion'] as const),
];

/** The parts of a stored payment that the API accepts, as another version may have stored it; or null. */
export function sanitizePendingPurchase(body: PurchaseRequest): PurchaseRequest | null {
  const { walletAddress, transactionHash, chainId } = body;
  if (!HASH_PATTERN.test(transactionHash) || !ADDRESS_PATTERN.test(walletAddress)) return null;
  const parts = DECLARED.filter((name) => isDeclared(body[name])).map((name) => [name, body[name]]);
  return { walletAddress, transactionHash, ...Object.fromEntries(parts), ...(isChainId(chainId) ? { chainId } : {}) };
}

function isDeclared(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 100);
}
