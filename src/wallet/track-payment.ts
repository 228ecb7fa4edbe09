import type { ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PaymentStatus, PurchaseResponse } from '#src/contract/presale.ts';
import type { Parcel } from './parcel.ts';
import { outlookOf } from './payment-outlook.ts';
import type { PurchaseEvent } from './purchase-flow.ts';
import type { PurchaseIntent } from './purchase-state.ts';
import { sameHash } from './replaced-payment.ts';

/** The payment that the stepper shows: the latest one that was handed to the wallet. */
export interface TrackedPayment {
  readonly run: number;
  readonly intent: PurchaseIntent;
  /** When the wallet was asked, milliseconds since 1970. */
  readonly startedAt: number;
  readonly hash: string | null;
  /** The wallet sent it in place of another payment (sped up, changed). */
  readonly replaced: boolean;
  /** The wallet has not answered for as long as the button waits. */
  readonly late: boolean;
  /** The API did not take the hash at first; it is posted again. */
  readonly unrecorded: boolean;
  readonly confirmations: number;
  /** More confirmations were there before: its block left the chain. */
  readonly reorged: boolean;
  /** The chain says that it failed. */
  readonly reverted: boolean;
  /** It took longer than the page watches it; the outbox goes on. */
  readonly slow: boolean;
}

const START = {
  ...{ hash: null, replaced: false, late: false, unrecorded: false, confirmations: 0 },
  ...{ reorged: false, reverted: false, slow: false },
} as const;

/** What an event of a purchase changes for the stepper; `at` is milliseconds since 1970. Null shows nothing. */
export function trackPayment(
  tracked: TrackedPayment | null,
  event: PurchaseEvent,
  intent: PurchaseIntent,
  at: number,
): TrackedPayment | null {
  const { run } = event;
  if (event.type === 'approve') return { ...START, run, intent, startedAt: at };
  // A hash that comes late, from a press before the last one, is the payment that counts.
  if (event.type === 'hash')
    return tracked?.run === run
      ? { ...tracked, hash: event.hash }
      : { ...START, run, intent, startedAt: at, hash: event.hash };
  if (tracked?.run !== run) return tracked;
  switch (event.type) {
    case 'refuse':
      return tracked.hash === null ? null : tracked;
    case 'timeout':
      return { ...tracked, late: true };
    case 'record-failed':
      return { ...tracked, unrecorded: true };
    case 'confirmations':
      return counted(tracked, event.count);
    case 'replaced':
      return replaced(tracked, event.result);
    case 'recorded':
    case 'reply':
      return { ...counted(tracked, event.result.confirmations), unrecorded: false };
    case 'reverted':
      return { ...tracked, reverted: true };
    case 'polls-over':
      return { ...tracked, slow: true };
    default:
      return tracked;
  }
}

/** The payment in its place, with what that one pays; an amount that nobody can tell is empty, never the old one. */
function replaced(tracked: TrackedPayment, result: PurchaseResponse): TrackedPayment {
  const { transactionHash: hash, chainId, paymentMethod, paymentAmount, confirmations } = result;
  const intent = {
    chainId: chainId ?? tracked.intent.chainId,
    symbol: paymentMethod ?? '',
    amount: paymentAmount ?? '',
  };
  return { ...tracked, hash, intent, replaced: true, confirmations, reorged: false, reverted: false };
}

function counted(tracked: TrackedPayment, count: number): TrackedPayment {
  const confirmations = Math.min(count, REQUIRED_CONFIRMATIONS);
  return { ...tracked, confirmations, reorged: count > 0 ? false : tracked.reorged || tracked.confirmations > 0 };
}

/** The run of a payment that this page did not send but found in the browser's storage; presses count from 1. */
const STORED_RUN = 0;

/**
 * What the API's answer about a stored payment changes for the stepper: one that is still open is shown again after a
 * reload, and so is one that was replaced meanwhile, in whatever state. A payment of this page, and a newer stored one,
 * stay.
 */
export function trackParcel(
  tracked: TrackedPayment | null,
  { body, storedAt, replaces, chainId }: Parcel & { readonly chainId: ChainId },
  result: PurchaseResponse,
): TrackedPayment | null {
  const isSame = tracked?.hash != null && sameHash(tracked.hash, body.transactionHash);
  if (tracked !== null && !isSame && (tracked.run !== STORED_RUN || tracked.startedAt > storedAt)) return tracked;
  const isReplaced = !sameHash(result.transactionHash, body.transactionHash);
  if (!isSame && !isReplaced && replaces === undefined && outlookOf(result.status) !== 'open') return tracked;
  const { paymentMethod: symbol, paymentAmount: amount } = result;
  const claimed = { chainId, symbol: String(body.paymentMethod ?? ''), amount: String(body.paymentAmount ?? '') };
  const intent = symbol && amount ? { chainId, symbol, amount } : isSame ? tracked.intent : claimed;
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
  return { ...counted(at, result.confirmations), unrecorded: false };
}

export type StepState = 'done' | 'current' | 'todo' | 'failed';

export interface PaymentView {
  /** Waiting for the wallet, recording, confirmations, credit. */
  readonly steps: readonly [wallet: StepState, record: StepState, confirm: StepState, credit: StepState];
  /** What the API or the chain says of it; null until one does. */
  readonly status: PaymentStatus | null;
  readonly reason: string | null;
  readonly confirmations: number;
  /** Which of the texts under the steps says what happens, and what if it does not. */
  readonly help: 'wallet' | 'late' | 'record' | 'unrecorded' | 'confirm' | 'reorged' | 'slow' | null;
  /** Nothing more will change without the visitor: the stepper may go. */
  readonly over: boolean;
}

/** The stepper of a payment, from what this page saw and what the API said last (decision 16). */
export function paymentView(tracked: TrackedPayment, answer: PurchaseResponse | undefined): PaymentView {
  const base = { status: null, reason: null, confirmations: 0, over: false } as const;
  if (tracked.hash === null)
    return { ...base, steps: ['current', 'todo', 'todo', 'todo'], help: tracked.late ? 'late' : 'wallet' };
  const settled = answer !== undefined && outlookOf(answer.status) !== 'open';
  if (answer === undefined && !tracked.reverted)
    return { ...base, steps: ['done', 'current', 'todo', 'todo'], help: tracked.unrecorded ? 'unrecorded' : 'record' };
  const status = tracked.reverted && !settled ? 'failed' : (answer?.status ?? 'failed');
  const confirmations = tracked.slow && answer !== undefined ? answer.confirmations : tracked.confirmations;
  const seen = { status, reason: answer?.reason ?? null, confirmations } as const;
  switch (outlookOf(status)) {
    case 'credited':
      return {
        ...seen,
        confirmations: REQUIRED_CONFIRMATIONS,
        steps: ['done', 'done', 'done', 'done'],
        help: null,
        over: true,
      };
    case 'lost':
      return { ...seen, steps: ['done', 'done', 'failed', 'todo'], help: null, over: true };
    case 'desk':
      return { ...seen, steps: ['done', 'done', 'done', 'current'], help: null, over: true };
    case 'open':
      return { ...seen, steps: ['done', 'done', 'current', 'todo'], help: openHelp(tracked), over: false };
  }
}

function openHelp({ reorged, slow }: TrackedPayment): PaymentView['help'] {
  return reorged ? 'reorged' : slow ? 'slow' : 'confirm';
}
