import type { ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { outcomeOf } from './payment-statuses.ts';
import type { PendingPurchase } from './pending-purchases.ts';
import type { RunEvent } from './purchase-events.ts';
import type { PurchaseState, TrackedPayment } from './purchase-state.ts';
import { sameHash } from './replaced-payment.ts';

const START = {
  ...{ hash: null, replaced: false, late: false, unrecorded: false, confirmations: 0, counts: { wallet: 0, api: 0 } },
  ...{ reorged: false, reverted: false, slow: false },
} as const;

/** The change that an event of a purchase makes to the stepper; `at` is milliseconds since 1970. Null shows nothing. */
export function nextTracked(state: PurchaseState, event: RunEvent, at: number): TrackedPayment | null {
  const { tracked } = state;
  const { run } = event;
  if (event.type === 'approve') {
    const { intent } = state;
    return run !== state.run || intent === null ? tracked : { ...START, run, intent, startedAt: at };
  }
  // A late hash, from an attempt before the last one, is the payment that counts.
  if (event.type === 'hash') {
    const { intent, hash } = event;
    return tracked?.run === run ? { ...tracked, hash } : { ...START, run, intent, startedAt: at, hash };
  }
  if (tracked?.run !== run) return tracked;
  switch (event.type) {
    // It was confirmed, and the wallet was not asked after all.
    case 'review':
    case 'decline':
    case 'refuse':
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
      return { ...counted(tracked, 'api', event.result.confirmations), unrecorded: false };
    case 'reverted':
      return { ...tracked, reverted: true };
    case 'polls-over':
      return { ...tracked, slow: true };
    default:
      return tracked;
  }
}

/** The replacement, with its own amount; an unknown amount is empty, never the old one. */
function replaced(tracked: TrackedPayment, result: PurchaseResponse): TrackedPayment {
  const { transactionHash: hash, chainId, paymentMethod, paymentAmount, confirmations } = result;
  const intent = {
    chainId: chainId ?? tracked.intent.chainId,
    symbol: paymentMethod ?? '',
    amount: paymentAmount ?? '',
  };
  const counts = { wallet: 0, api: confirmations };
  return { ...tracked, hash, intent, replaced: true, confirmations, counts, reorged: false, reverted: false };
}

/**
 * The latest count of wallet or API. One of them may be behind, or have lost the chain: a source that has not counted
 * anything yet says nothing about the block, and only one whose own count falls to nothing has seen it go.
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
 * The change that the API's answer about a stored payment makes to the stepper: one that is still open is shown again
 * after a reload, and so is one that was replaced meanwhile, in any state. A payment of this page, and a newer stored
 * one, remain.
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
  return { ...counted(at, 'api', result.confirmations), unrecorded: false };
}
