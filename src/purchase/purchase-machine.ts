import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { type Notice, withStatus } from '#src/wallet/notice.ts';
import { isPurchase, isSeen, outcomeOf } from './payment-statuses.ts';
import type { PurchaseEvent, RequestEvent, RunEvent } from './purchase-events.ts';
import { type CardState, IDLE, isBusy, type PurchaseState, type TrackedPayment } from './purchase-state.ts';
import { sameHash } from './replaced-payment.ts';
import { statusNotice } from './status-notice.ts';
import { nextTracked, restoreTracked } from './tracked-payment.ts';

export interface Step {
  readonly state: PurchaseState;
  readonly notice: Notice | null;
}

/**
 * One step of a purchase (R4.018-R4.024): the next state of card and stepper, and the toast it shows, if any. `at` is
 * milliseconds since 1970.
 */
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

/** The state without a hash that no node knows: neither card nor stepper goes on calling it a payment. */
function withoutHash(state: PurchaseState, { fate, hash, run }: RequestEvent): Step {
  const { tracked } = state;
  const isIts = (its: string | null) => hash !== null && its !== null && sameHash(its, hash);
  // The wallet has sent what the card waits for, and has not answered yet.
  const isAnswer = run === state.run && state.stage === 'waiting';
  const card = isAnswer || (isIts(state.hash) && !isBusy(state)) ? IDLE : state;
  const isOver = isIts(tracked?.hash ?? null) || (tracked?.run === run && tracked?.hash === null);
  const unseen: Notice = { key: 'transactionTimeout', textKey: 'pay.ends.unseen', variant: 'destructive' };
  const isShown = card !== state || isOver;
  const notice: Notice | null =
    fate === 'found' ? { key: 'paymentFound', variant: 'success' } : isShown && fate === 'unseen' ? unseen : null;
  return { state: together(state, card, isOver ? null : tracked), notice };
}

/** The card counts as the stepper does. */
function withCount(card: CardState, tracked: TrackedPayment | null): CardState {
  if (card.stage !== 'success' || tracked?.run !== card.run || tracked.confirmations === card.confirmations)
    return card;
  return { ...card, confirmations: tracked.confirmations };
}

/** The same object if nothing has changed, so that no listener is called. */
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
    case 'review':
      if (!own || !isBeforeSending(state)) return { state, notice: null };
      return { state: { ...state, stage: 'review', intent: event.intent, review: event.review }, notice: null };
    case 'approve':
      if (!own || state.stage !== 'review') return { state, notice: null };
      return { state: { ...state, stage: 'waiting' }, notice: null };
    case 'decline':
      return { state: own && isBeforeSending(state) ? IDLE : state, notice: null };
    case 'refuse':
      return { state: own && isBeforeSending(state) ? IDLE : state, notice: event.notice };
    case 'timeout':
      // The wallet may still answer: the run remains current, so that a late hash continues from here (decision 12).
      if (!own || state.stage !== 'waiting') return { state, notice: null };
      return { state: { ...state, stage: 'idle' }, notice: { key: 'transactionTimeout', variant: 'destructive' } };
    case 'hash':
    case 'record':
      return { state: toRecording(state, event), notice: event.type === 'hash' ? { key: 'transactionSent' } : null };
    case 'recorded':
      return recorded(state, event);
    case 'record-failed': {
      // The payment was sent and its hash kept: the button is free again, and the state keeps the hash to say so.
      const notice: Notice = { key: 'purchaseFailed', variant: 'destructive', ...event.answer };
      return { state: own && state.stage === 'recording' ? { ...state, stage: 'idle' } : state, notice };
    }
    case 'confirmations':
      if (!own || state.stage !== 'success' || state.watch !== 'running') return { state, notice: null };
      return { state: { ...state, confirmations: Math.min(event.count, REQUIRED_CONFIRMATIONS) }, notice: null };
    case 'replaced': {
      const { transactionHash: hash, chainId } = event.result;
      const notice: Notice = { key: 'paymentReplaced' };
      // The card's statement at the start of the attempt was for other amounts.
      return {
        state: own ? { ...state, hash, replaced: true, quoted: '', chainId: chainId ?? state.chainId } : state,
        notice,
      };
    }
    case 'reverted':
      return { state: own ? IDLE : state, notice: { key: 'transactionFailed', variant: 'destructive' } };
    case 'reply':
      return replied(state, event);
    case 'polls-over': {
      const next: CardState = own && state.stage === 'success' ? { ...state, watch: 'ended' } : state;
      return { state: next, notice: { key: 'tokensProcessing' } };
    }
  }
}

function isBeforeSending({ stage }: CardState): boolean {
  return stage === 'waiting' || stage === 'review';
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
  if (means === 'not-paid') return { state: own ? IDLE : state, notice: statusNotice(result) };
  const credited = means === 'credited';
  const notice = recordedNotice(result, quoted);
  if (!own) return { state, notice };
  const { confirmations } = result;
  const watch = result.status === 'debug' ? null : credited ? 'credited' : 'running';
  return { state: { ...state, stage: 'success', result, quoted, confirmations, watch }, notice };
}

/**
 * Nothing was added while the payment waits for a decision or for signatures, nor before a node has seen the hash that
 * the wallet named.
 */
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
    : { key: 'purchaseConfirming', values: { amount, confirmations, required }, variant: 'success' };
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
      const notice = wasSeen || !isSeen(result) ? null : recordedNotice(result, quoted);
      return { state: own ? { ...state, result, confirmations } : state, notice };
    }
  }
}

/**
 * N of "Added N SYNX": tokensAllocated, otherwise tokenAmount (R3.045), otherwise the card's quote until the server has
 * seen the payment.
 */
function allocated(result: PurchaseResponse, quoted: string): string {
  return result.tokensAllocated ?? result.tokenAmount ?? quoted;
}
