import type { Answer } from '#src/client/request-message.ts';
import { isChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { type Notice, withStatus } from './notice.ts';
import { outlookOf } from './payment-outlook.ts';
import { IDLE, type PurchaseIntent, type PurchaseReview, type PurchaseState } from './purchase-state.ts';

export type PurchaseEvent =
  | {
      readonly type: 'review';
      readonly run: number;
      readonly intent: PurchaseIntent;
      readonly review: PurchaseReview;
    }
  | { readonly type: 'approve'; readonly run: number }
  | { readonly type: 'decline'; readonly run: number }
  | { readonly type: 'refuse'; readonly run: number; readonly notice: Notice }
  | { readonly type: 'timeout'; readonly run: number }
  | { readonly type: 'hash'; readonly run: number; readonly intent: PurchaseIntent; readonly hash: string }
  | { readonly type: 'record'; readonly run: number; readonly intent: PurchaseIntent; readonly hash: string }
  | { readonly type: 'recorded'; readonly run: number; readonly result: PurchaseResponse; readonly quoted: string }
  | { readonly type: 'record-failed'; readonly run: number; readonly answer: Answer }
  | { readonly type: 'confirmations'; readonly run: number; readonly count: number }
  | { readonly type: 'replaced'; readonly run: number; readonly result: PurchaseResponse }
  | { readonly type: 'reverted'; readonly run: number }
  | { readonly type: 'reply'; readonly run: number; readonly result: PurchaseResponse; readonly quoted: string }
  | { readonly type: 'polls-over'; readonly run: number };

export interface Step {
  readonly state: PurchaseState;
  readonly notice: Notice | null;
}

/** One step of a purchase (R4.018-R4.024): the next state and the toast it shows, if any. */
export function stepPurchase(state: PurchaseState, event: PurchaseEvent): Step {
  const own = event.run === state.run;
  switch (event.type) {
    case 'review':
      if (!own || !isBeforeSending(state)) return { state, notice: null };
      return { state: { ...state, stage: 'review', intent: event.intent, review: event.review }, notice: null };
    case 'approve':
      if (!own || state.stage !== 'review') return { state, notice: null };
      return { state: { ...state, stage: 'waiting' }, notice: null };
    case 'decline':
      return { state: own && state.stage === 'review' ? IDLE : state, notice: null };
    case 'refuse':
      return { state: own && isBeforeSending(state) ? IDLE : state, notice: event.notice };
    case 'timeout':
      // The wallet may still answer: the run stays current, so that a late hash goes on from here (decision 12).
      if (!own || state.stage !== 'waiting') return { state, notice: null };
      return { state: { ...state, stage: 'idle' }, notice: { key: 'transactionTimeout', variant: 'destructive' } };
    case 'hash':
      return { state: toRecording(state, event), notice: { key: 'transactionSent' } };
    case 'record':
      return { state: toRecording(state, event), notice: null };
    case 'recorded':
      return recorded(state, event);
    case 'record-failed': {
      // The payment is out and its hash kept: the button is free again, the state keeps the hash to say so.
      const notice: Notice = { key: 'purchaseFailed', variant: 'destructive', ...event.answer };
      return { state: own && state.stage === 'recording' ? { ...state, stage: 'idle' } : state, notice };
    }
    case 'confirmations':
      if (!own || state.stage !== 'success' || state.outcome !== 'pending') return { state, notice: null };
      return { state: { ...state, confirmations: Math.min(event.count, REQUIRED_CONFIRMATIONS) }, notice: null };
    case 'replaced': {
      const { transactionHash: hash, chainId } = event.result;
      const notice: Notice = { key: 'paymentReplaced' };
      // What the card stated at the press was for other amounts.
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
      const next: PurchaseState = own && state.stage === 'success' ? { ...state, outcome: 'processing' } : state;
      return { state: next, notice: { key: 'tokensProcessing' } };
    }
  }
}

function isBeforeSending({ stage }: PurchaseState): boolean {
  return stage === 'waiting' || stage === 'review';
}

function toRecording(
  state: PurchaseState,
  { run, intent, hash }: { readonly run: number; readonly intent: PurchaseIntent; readonly hash: string },
): PurchaseState {
  if (run !== state.run || state.stage === 'success') return state;
  return { ...IDLE, stage: 'recording', run, intent, hash, chainId: isChainId(intent.chainId) ? intent.chainId : null };
}

function recorded(
  state: PurchaseState,
  { run, result, quoted }: Extract<PurchaseEvent, { readonly type: 'recorded' }>,
): Step {
  const own = run === state.run && state.stage === 'recording';
  const outlook = outlookOf(result.status);
  if (outlook === 'lost') {
    const notice = withStatus({ key: 'purchaseFailed', variant: 'destructive' }, result);
    return { state: own ? IDLE : state, notice };
  }
  const amount = allocated(result, quoted);
  const { confirmations, required } = result;
  const credited = outlook === 'credited';
  const notice: Notice | null =
    amount === ''
      ? null
      : credited
        ? { key: 'purchaseSuccessful', values: { amount }, variant: 'success' }
        : { key: 'purchaseConfirming', values: { amount, confirmations, required }, variant: 'success' };
  if (!own) return { state, notice };
  const outcome = result.status === 'debug' ? null : credited ? 'credited' : 'pending';
  return { state: { ...state, stage: 'success', result, quoted, confirmations, outcome }, notice };
}

function replied(
  state: PurchaseState,
  { run, result, quoted }: Extract<PurchaseEvent, { readonly type: 'reply' }>,
): Step {
  const own = run === state.run && state.stage === 'success';
  const amount = allocated(result, quoted);
  const { confirmations } = result;
  switch (outlookOf(result.status)) {
    case 'credited': {
      const notice: Notice = { key: 'tokensCredited', values: { amount }, variant: 'success' };
      return { state: own ? { ...state, result, confirmations, outcome: 'credited' } : state, notice };
    }
    case 'lost':
      return {
        state: own ? IDLE : state,
        notice: withStatus({ key: 'transactionFailed', variant: 'destructive' }, result),
      };
    case 'desk':
      return {
        state: own ? { ...state, result, confirmations, outcome: 'processing' } : state,
        notice: withStatus({ key: 'tokensProcessing' }, result),
      };
    case 'open':
      return { state: own ? { ...state, result, confirmations } : state, notice: null };
  }
}

/**
 * N of "Added N SYNX": tokensAllocated, else tokenAmount (R3.045), else what the card quoted until the server has seen
 * it.
 */
function allocated(result: PurchaseResponse, quoted: string): string {
  return result.tokensAllocated ?? result.tokenAmount ?? quoted;
}
