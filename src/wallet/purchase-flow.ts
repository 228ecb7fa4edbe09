import { type ChainId, isChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { type Notice, withText } from './notice.ts';
import { outlookOf } from './payment-outlook.ts';

export interface PurchaseIntent {
  readonly chainId: ChainId;
  readonly symbol: string;
  /** Decimal text in whole coins, as typed. */
  readonly amount: string;
}

export interface PurchaseState {
  readonly stage: 'idle' | 'waiting' | 'recording' | 'success';
  readonly intent: PurchaseIntent | null;
  readonly hash: string | null;
  readonly chainId: ChainId | null;
  readonly result: PurchaseResponse | null;
  /** SYNX that the card stated at the press: shown until the server has seen the payment. */
  readonly quoted: string | null;
  readonly confirmations: number;
  readonly outcome: 'pending' | 'credited' | 'processing' | null;
  /** Which press the state belongs to; events of an earlier one only show their toasts. */
  readonly run: number;
}

export type PurchaseEvent =
  | { readonly type: 'press'; readonly run: number; readonly intent: PurchaseIntent }
  | { readonly type: 'refuse'; readonly run: number; readonly notice: Notice }
  | { readonly type: 'timeout'; readonly run: number }
  | { readonly type: 'hash'; readonly run: number; readonly intent: PurchaseIntent; readonly hash: string }
  | { readonly type: 'record'; readonly run: number; readonly intent: PurchaseIntent; readonly hash: string }
  | { readonly type: 'recorded'; readonly run: number; readonly result: PurchaseResponse; readonly quoted: string }
  | { readonly type: 'record-failed'; readonly run: number; readonly text: string | null }
  | { readonly type: 'confirmations'; readonly run: number; readonly count: number }
  | { readonly type: 'reverted'; readonly run: number }
  | { readonly type: 'reply'; readonly run: number; readonly result: PurchaseResponse; readonly quoted: string }
  | { readonly type: 'polls-over'; readonly run: number };

export interface Step {
  readonly state: PurchaseState;
  readonly notice: Notice | null;
}

export const IDLE: PurchaseState = {
  stage: 'idle',
  intent: null,
  hash: null,
  chainId: null,
  result: null,
  quoted: null,
  confirmations: 0,
  outcome: null,
  run: 0,
};

/** One step of a purchase (Spec 4 "Purchase button"): the next state and the toast it shows, if any. */
export function stepPurchase(state: PurchaseState, event: PurchaseEvent): Step {
  const own = event.run === state.run;
  switch (event.type) {
    case 'press':
      if (state.stage !== 'idle') return { state, notice: null };
      return { state: { ...IDLE, stage: 'waiting', run: event.run, intent: event.intent }, notice: null };
    case 'refuse':
      return { state: own && state.stage === 'waiting' ? IDLE : state, notice: event.notice };
    case 'timeout':
      // The wallet may still answer: the run stays current, so that a late hash goes on from here (T30).
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
      const notice = withText({ key: 'purchaseFailed', variant: 'destructive' }, event.text);
      return { state: own && state.stage === 'recording' ? { ...state, stage: 'idle' } : state, notice };
    }
    case 'confirmations':
      if (!own || state.stage !== 'success' || state.outcome !== 'pending') return { state, notice: null };
      return { state: { ...state, confirmations: Math.min(event.count, REQUIRED_CONFIRMATIONS) }, notice: null };
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

/** True between the press and the recording's answer, when nothing may reload the page (T19). */
export function isBusy({ stage }: PurchaseState): boolean {
  return stage === 'waiting' || stage === 'recording';
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
    const notice = withText({ key: 'purchaseFailed', variant: 'destructive' }, result.message);
    return { state: own ? IDLE : state, notice };
  }
  const amount = allocated(result, quoted);
  const { confirmations, required } = result;
  const credited = outlook === 'credited';
  const notice: Notice = credited
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
        notice: withText({ key: 'transactionFailed', variant: 'destructive' }, result.message),
      };
    case 'desk':
      return {
        state: own ? { ...state, result, confirmations, outcome: 'processing' } : state,
        notice: withText({ key: 'tokensProcessing' }, result.message),
      };
    case 'open':
      return { state: own ? { ...state, result, confirmations } : state, notice: null };
  }
}

/** N of "Added N SYNX": tokensAllocated, else tokenAmount (R3.045), else what the card quoted until the server has seen it. */
function allocated(result: PurchaseResponse, quoted: string): string {
  return result.tokensAllocated ?? result.tokenAmount ?? quoted;
}
