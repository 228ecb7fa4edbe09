import type { ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { showToast } from '#src/stores/toasts.ts';
import { type Notice, withStatus } from '#src/wallet/notice.ts';
import { isPurchase, isSeen, outcomeOf, statusFacts } from './payment-statuses.ts';
import { type PendingPurchase, sameHash } from './pending-purchases.ts';
import {
  $purchase,
  type CardState,
  IDLE,
  type PurchaseEvent,
  type PurchaseState,
  type RequestEvent,
  type RunEvent,
  type TrackedPayment,
} from './purchase-state.ts';

/** Applies an event to the purchase state, shows its toast with a link to `payment`, and has the stepper load. */
export function dispatch(event: PurchaseEvent, payment?: Notice['payment']): void {
  const before = $purchase.get();
  const { state, notice } = purchaseReducer(before, event, Date.now());
  $purchase.set(state);
  const { tracked } = state;
  if (tracked !== null && tracked !== before.tracked) window.dispatchEvent(new Event('synx:payment'));
  // Load panel and messages during the summary: once the wallet has sent, a lost connection must not hide them.
  if (event.type === 'summary')
    for (const part of ['synx:payment', 'synx:toast']) window.dispatchEvent(new Event(part));
  if (notice !== null) showToast(payment === undefined ? notice : { ...notice, payment });
}

export interface Step {
  readonly state: PurchaseState;
  readonly notice: Notice | null;
}

/** One step of a purchase: the next state of card and stepper, and the toast to show; `at` is ms since 1970. */
export function purchaseReducer(state: PurchaseState, event: PurchaseEvent, at: number): Step {
  if (event.type === 'stored') {
    const tracked = restoreTracked(state.tracked, event.pending, event.result);
    return { state: together(state, state, tracked), notice: null };
  }
  if (event.type === 'request') return withoutHash(state, event);
  const { state: card, notice } = nextCard(state, event);
  const tracked = nextTracked(state, event, at);
  return { state: together(state, withCount(card, tracked), tracked), notice };
}

/** The state without a hash that no node knows: card and stepper stop calling it a payment. */
function withoutHash(state: PurchaseState, { fate, hash, run }: RequestEvent): Step {
  const { tracked } = state;
  const isIts = (its: string | null) => hash !== null && its !== null && sameHash(its, hash);
  // The wallet has sent what the card waits for, but has not answered yet.
  const isAnswer = run === state.run && state.stage === 'waiting';
  const card = isAnswer || isIts(state.hash) ? IDLE : state;
  const isOver = isIts(tracked?.hash ?? null) || (tracked?.run === run && tracked?.hash === null);
  const unseen: Notice = { key: 'transactionTimeout', textKey: 'pay.ends.unseen', variant: 'destructive' };
  const isShown = card !== state || isOver;
  const notice: Notice | null =
    fate === 'found' ? { key: 'paymentFound' } : isShown && fate === 'unseen' ? unseen : null;
  return { state: together(state, card, isOver ? null : tracked), notice };
}

/** Gives the card the stepper's count. */
function withCount(card: CardState, tracked: TrackedPayment | null): CardState {
  if (card.stage !== 'success' || tracked?.run !== card.run || tracked.confirmations === card.confirmations)
    return card;
  return { ...card, confirmations: tracked.confirmations };
}

/** The same object if nothing changed, so that no listener is called. */
function together(before: PurchaseState, card: CardState, tracked: TrackedPayment | null): PurchaseState {
  return card === before && tracked === before.tracked ? before : { ...card, tracked };
}

interface CardStep {
  readonly state: CardState;
  readonly notice: Notice | null;
}

function nextCard(state: CardState, event: RunEvent): CardStep {
  const own = event.run === state.run;
  switch (event.type) {
    case 'summary':
      if (!own || !isBeforeSending(state)) return { state, notice: null };
      return { state: { ...state, stage: 'summary', intent: event.intent, summary: event.summary }, notice: null };
    case 'approve':
      if (!own || state.stage !== 'summary') return { state, notice: null };
      return { state: { ...state, stage: 'waiting' }, notice: null };
    case 'decline':
      return { state: own && isBeforeSending(state) ? IDLE : state, notice: null };
    case 'refuse':
      return { state: own && isBeforeSending(state) ? IDLE : state, notice: event.notice };
    case 'timeout':
    case 'stop': {
      // The wallet may still answer: the run stays current, so that a late hash continues from here (decision 12).
      if (!own || state.stage !== 'waiting') return { state, notice: null };
      // Who stops waiting reads of the payment in doubt on the card.
      const notice: Notice | null =
        event.type === 'stop' ? null : { key: 'transactionTimeout', variant: 'destructive' };
      return { state: { ...state, stage: 'idle' }, notice };
    }
    case 'hash':
    case 'record':
      return { state: toRecording(state, event), notice: event.type === 'hash' ? { key: 'transactionSent' } : null };
    case 'recorded':
      return recorded(state, event);
    case 'record-failed': {
      // The payment was sent and its hash is kept: free the button again, and keep the hash in the state to say so.
      const notice: Notice = { key: 'purchaseFailed', variant: 'destructive', ...event.answer };
      return { state: own && state.stage === 'recording' ? { ...state, stage: 'idle' } : state, notice };
    }
    case 'confirmations':
      if (!own || state.stage !== 'success' || state.watch !== 'running') return { state, notice: null };
      return { state: { ...state, confirmations: Math.min(event.count, REQUIRED_CONFIRMATIONS) }, notice: null };
    case 'replaced': {
      const { transactionHash: hash, chainId } = event.result;
      const notice: Notice = { key: 'paymentReplaced' };
      // What the card stated at the start of the attempt was for other amounts.
      return {
        state: own ? { ...state, hash, replaced: true, quoted: '', chainId: chainId ?? state.chainId } : state,
        notice,
      };
    }
    case 'reply':
      return replied(state, event);
    case 'polls-over': {
      const next: CardState = own && state.stage === 'success' ? { ...state, watch: 'ended' } : state;
      return { state: next, notice: { key: 'tokensProcessing' } };
    }
  }
}

function isBeforeSending({ stage }: CardState): boolean {
  return stage === 'waiting' || stage === 'summary';
}

function toRecording(
  state: CardState,
  { run, intent, account, hash }: Extract<RunEvent, { readonly type: 'hash' | 'record' }>,
): CardState {
  if (run !== state.run || state.stage === 'success') return state;
  return { ...IDLE, stage: 'recording', run, intent, account, hash, chainId: intent.chainId };
}

function recorded(
  state: CardState,
  { run, result, quoted }: Extract<RunEvent, { readonly type: 'recorded' }>,
): CardStep {
  const own = run === state.run && state.stage === 'recording';
  const means = outcomeOf(result.status);
  if (means === 'not-paid') return { state: own ? unpaid(state, result) : state, notice: statusNotice(result) };
  const credited = means === 'credited';
  const notice = recordedNotice(result, quoted);
  if (!own) return { state, notice };
  const { confirmations } = result;
  const watch = result.status === 'debug' ? null : credited ? 'credited' : 'running';
  return { state: { ...state, stage: 'success', result, quoted, confirmations, watch }, notice };
}

/** The card after a payment that brought nothing: one that failed or was cancelled for good can be tried again. */
function unpaid({ intent }: CardState, result: PurchaseResponse): CardState {
  return result.status === 'failed' || result.status === 'cancelled' ? { ...IDLE, intent, result } : IDLE;
}

/** Promises no tokens while the payment waits for a decision or for signatures, or before a node has seen the hash. */
function recordedNotice(result: PurchaseResponse, quoted: string): Notice | null {
  if (!isPurchase(result.status)) return statusNotice(result);
  return isSeen(result) ? addedNotice(result, quoted, outcomeOf(result.status) === 'credited') : null;
}

function addedNotice(result: PurchaseResponse, quoted: string, credited: boolean): Notice | null {
  const amount = allocated(result, quoted);
  const { confirmations, required } = result;
  if (result.status === 'debug') return withStatus({ key: 'purchaseSuccessful', variant: 'success' }, result);
  if (amount === '') return null;
  return credited
    ? { key: 'purchaseSuccessful', values: { amount }, variant: 'success' }
    : // Not in green: it is not credited yet.
      { key: 'purchaseConfirming', values: { amount, confirmations, required } };
}

function replied(state: CardState, { run, result, quoted }: Extract<RunEvent, { readonly type: 'reply' }>): CardStep {
  const own = run === state.run && state.stage === 'success';
  const amount = allocated(result, quoted);
  const { confirmations } = result;
  switch (outcomeOf(result.status)) {
    case 'credited': {
      const notice: Notice = { key: 'tokensCredited', values: { amount }, variant: 'success' };
      return { state: own ? { ...state, result, confirmations, watch: 'credited' } : state, notice };
    }
    case 'not-paid':
      return { state: own ? IDLE : state, notice: statusNotice(result) };
    case 'needs-staff':
      return {
        state: own ? { ...state, result, confirmations, watch: 'ended' } : state,
        notice: statusNotice(result),
      };
    case 'open': {
      const wasSeen = !own || state.result === null || isSeen(state.result);
      const isNews = isSeen(result) || result.status !== state.result?.status;
      const notice = wasSeen || !isNews ? null : recordedNotice(result, quoted);
      return { state: own ? { ...state, result, confirmations } : state, notice };
    }
  }
}

/** N of "Added N SYNX": tokensAllocated, else tokenAmount (R3.045), else the card's quote. */
function allocated(result: PurchaseResponse, quoted: string): string {
  return result.tokensAllocated ?? result.tokenAmount ?? quoted;
}

const START = {
  ...{ hash: null, replaced: false, late: false, unrecorded: false, confirmations: 0, counts: { wallet: 0, api: 0 } },
  ...{ reorged: false, slow: false, astray: false },
} as const;

/** What an event of a purchase changes in the stepper; `at` is milliseconds since 1970. Null shows nothing. */
export function nextTracked(state: PurchaseState, event: RunEvent, at: number): TrackedPayment | null {
  const { tracked } = state;
  const { run } = event;
  if (event.type === 'approve') {
    const { intent } = state;
    return run !== state.run || intent === null ? tracked : { ...START, run, intent, startedAt: at };
  }
  // A late hash from an earlier attempt than the last one is the payment that counts.
  if (event.type === 'hash') {
    const { intent, hash } = event;
    return tracked?.run === run ? { ...tracked, hash } : { ...START, run, intent, startedAt: at, hash };
  }
  if (tracked?.run !== run) return tracked;
  switch (event.type) {
    // The visitor confirmed, but the wallet was not asked after all, or nobody waits for it any more.
    case 'summary':
    case 'decline':
    case 'refuse':
    case 'stop':
      return tracked.hash === null ? null : tracked;
    case 'timeout':
      return { ...tracked, late: true };
    case 'record-failed':
      return { ...tracked, unrecorded: true };
    case 'confirmations':
      return counted(tracked, 'wallet', event.count);
    case 'replaced':
      return replaced(tracked, event.result);
    case 'recorded':
    case 'reply':
      return answered(tracked, event.result);
    case 'polls-over':
      return { ...tracked, slow: true };
    default:
      return tracked;
  }
}

/** The replacement with its own amount; an unknown amount is empty, never the old one. */
function replaced(tracked: TrackedPayment, result: PurchaseResponse): TrackedPayment {
  const { transactionHash: hash, chainId, paymentMethod, paymentAmount, confirmations } = result;
  const intent = {
    chainId: chainId ?? tracked.intent.chainId,
    symbol: paymentMethod ?? '',
    amount: paymentAmount ?? '',
  };
  const counts = { wallet: 0, api: confirmations };
  return { ...tracked, hash, intent, replaced: true, confirmations, counts, reorged: false };
}

function answered(tracked: TrackedPayment, { confirmations, reason }: PurchaseResponse): TrackedPayment {
  return {
    ...counted(tracked, 'api', confirmations),
    ...{ unrecorded: false, astray: reason === 'wrong-recipient' },
  };
}

/**
 * The latest count of wallet or API. One of them may lag, or have lost the chain: a source that has counted nothing yet
 * says nothing about the block, and only one whose own count drops to nothing has seen the block go.
 */
function counted(tracked: TrackedPayment, source: keyof TrackedPayment['counts'], seen: number): TrackedPayment {
  const confirmations = Math.min(seen, REQUIRED_CONFIRMATIONS);
  if (confirmations > 0)
    return { ...tracked, confirmations, counts: { ...tracked.counts, [source]: confirmations }, reorged: false };
  if (tracked.counts[source] === 0) return tracked;
  return { ...tracked, confirmations, counts: { wallet: 0, api: 0 }, reorged: true };
}

/** The run of a payment that this page did not send but found in the browser's storage; attempts count from 1. */
const STORED_RUN = 0;

/**
 * What the API's answer about a stored payment changes in the stepper: after a reload it shows one that is still open
 * again, and one that was replaced meanwhile in any state. A payment of this page, or a newer stored one, stays.
 */
export function restoreTracked(
  tracked: TrackedPayment | null,
  { body, storedAt, replaces, chainId }: PendingPurchase & { readonly chainId: ChainId },
  result: PurchaseResponse,
): TrackedPayment | null {
  const isSame = tracked?.hash != null && sameHash(tracked.hash, body.transactionHash);
  if (tracked !== null && !isSame && (tracked.run !== STORED_RUN || tracked.startedAt > storedAt)) return tracked;
  const isReplaced = !sameHash(result.transactionHash, body.transactionHash);
  if (!isSame && !isReplaced && replaces === undefined && outcomeOf(result.status) !== 'open') return tracked;
  const { paymentMethod: symbol, paymentAmount: amount } = result;
  const declared = { chainId, symbol: String(body.paymentMethod ?? ''), amount: String(body.paymentAmount ?? '') };
  const intent = symbol && amount ? { chainId, symbol, amount } : isSame ? tracked.intent : declared;
  const before: TrackedPayment = isSame
    ? tracked
    : {
        ...START,
        run: STORED_RUN,
        intent,
        startedAt: storedAt,
        hash: body.transactionHash,
        replaced: replaces !== undefined,
      };
  const at = isReplaced ? replaced(before, result) : { ...before, intent };
  return answered(at, result);
}

/** The toast about a payment that is not credited: where it is, or why it brought nothing, in the API's words. */
export function statusNotice(result: PurchaseResponse): Notice {
  const { toast } = statusFacts(result.status);
  return withStatus(toast === undefined ? { key: 'tokensProcessing' } : { key: toast, variant: 'destructive' }, result);
}
