import { toastTextOf } from '#src/client/request-message.ts';
import { OFFER_MAX_AGE_MS } from '#src/config/limits.ts';
import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';
import { loadBalances } from '#src/stores/balances.ts';
import { currentConnection, doubtConnection } from '#src/stores/current-connection.ts';
import { refreshAfterPurchase } from '#src/stores/refresh-after.ts';
import type { Notice } from '#src/wallet/notice.ts';
import { dispatch } from './dispatch.ts';
import { claimPolling, postPayment, rememberPayment } from './outbox.ts';
import { outcomeOf } from './payment-statuses.ts';
import { pollPayment } from './poll-payment.ts';
import { preparePurchase } from './prepare-purchase.ts';
import type { RunEvent } from './purchase-events.ts';
import { PurchaseRefusal } from './purchase-refusal.ts';
import type { PurchaseIntent, ReviewAnswer } from './purchase-state.ts';
import { sameHash } from './replaced-payment.ts';

/**
 * One attempt from its checks to the credit (R4.018-R4.024). The page may reload again once the payment is recorded,
 * which `releaseReloads` is called for. Throws only unforeseen errors.
 */
export async function runPurchase(
  run: number,
  intent: PurchaseIntent,
  { reviewAnswer, releaseReloads }: Pick<PurchaseAttempt, 'reviewAnswer' | 'releaseReloads'>,
): Promise<void> {
  let payment: Notice['payment'];
  const attempt: PurchaseAttempt = {
    run,
    intent,
    reviewAnswer,
    releaseReloads,
    dispatch: (event) => {
      const { chainId } = attempt.intent;
      if (event.type === 'hash') payment = { hash: event.hash, chainId };
      if (event.type === 'replaced') payment = { hash: event.result.transactionHash, chainId };
      dispatch(event, payment);
    },
  };
  const body = await send(attempt);
  if (body !== null) await record(attempt, body);
}

/** One attempt to buy and its outcome. */
interface PurchaseAttempt {
  readonly run: number;
  /** The purchase; the review can change its amount. */
  intent: PurchaseIntent;
  /** The visitor's answer to the next review; null declines. */
  readonly reviewAnswer: () => Promise<ReviewAnswer | null>;
  readonly releaseReloads: () => void;
  readonly dispatch: (event: RunEvent) => void;
}

async function send(attempt: PurchaseAttempt): Promise<PurchaseRequest | null> {
  const { run, dispatch, reviewAnswer } = attempt;
  try {
    const { checkPurchase, sendPurchase } = await import('./send-purchase.ts');
    for (;;) {
      const { intent } = attempt;
      const plan = await preparePurchase(intent);
      if (plan.kind === 'debug') return plan.body;
      const purchase = await checkPurchase({ intent, ...plan });
      const { account, recipient, quote, pricesAt } = plan;
      const checkedAt = Date.now();
      const answer = reviewAnswer();
      const { cost: gasCost, unread } = purchase.gas;
      const review = { account, recipient, quote, pricesAt, checkedAt, gasCost, unread };
      dispatch({ type: 'review', run, intent, review });
      const approved = await answer;
      if (approved === null) {
        dispatch({ type: 'decline', run });
        return null;
      }
      if (approved.amount !== undefined) attempt.intent = { ...intent, amount: approved.amount };
      // Prices that have aged during the review are read and reviewed again; so is another amount.
      if (attempt.intent !== intent || approved.again || Date.now() - checkedAt > OFFER_MAX_AGE_MS) continue;
      dispatch({ type: 'approve', run });
      const sent = await sendPurchase(purchase, { run, dispatch, termsVersion: approved.termsVersion });
      // Another tab has asked for a payment since this review, which the next one names.
      if (sent === 'again') continue;
      if (sent !== 'ended') return sent;
      dispatch({ type: 'decline', run });
      return null;
    }
  } catch (error) {
    if (!(error instanceof PurchaseRefusal)) throw error;
    dispatch({ type: 'refuse', run, notice: error.notice });
    // The header shows an account that the wallet no longer names.
    if (error.notice.key === 'noAccountFound') doubtConnection();
    return null;
  }
}

async function record(
  { run, intent, releaseReloads, dispatch }: PurchaseAttempt,
  body: PurchaseRequest,
): Promise<void> {
  const isReal = body.status !== 'debug';
  let hash = body.transactionHash;
  if (isReal) rememberPayment(body);
  const polling = isReal ? claimPolling(hash) : null;
  dispatch({ type: isReal ? 'hash' : 'record', run, intent, account: body.walletAddress, hash });
  try {
    const result = await postPayment(body);
    const isReplaced = !sameHash(result.transactionHash, hash);
    const quoted = isReplaced ? '' : String(body.tokenAmount ?? '');
    if (isReplaced) {
      hash = result.transactionHash;
      dispatch({ type: 'replaced', run, result });
    }
    dispatch({ type: 'recorded', run, result, quoted });
    releaseReloads();
    if (outcomeOf(result.status) === 'not-paid') return;
    announce(body, result, quoted);
    refreshAfterPurchase();
    void loadBalances(intent.chainId);
    if (outcomeOf(result.status) !== 'open') return;
    const provider = currentConnection()?.provider ?? null;
    const post = () => postPayment(body);
    const isFollowed = () => polling?.isFollowed() === true;
    await pollPayment({ run, hash, chainId: intent.chainId, quoted, provider, post, isFollowed, dispatch });
    refreshAfterPurchase();
  } catch (error) {
    console.warn(error);
    dispatch({ type: 'record-failed', run, answer: toastTextOf(error) });
  } finally {
    polling?.release();
    // The first reading may have been earlier than the payment's block, and there was none if recording failed.
    void loadBalances(intent.chainId);
  }
}

/** The browser event of R7.063, for any listener on the page. */
function announce(body: PurchaseRequest, result: PurchaseResponse, quoted: string): void {
  const { walletAddress } = body;
  const tokenAmount = result.tokensAllocated ?? result.tokenAmount ?? quoted;
  // The claims for a payment say nothing about its replacement.
  const claimed = sameHash(result.transactionHash, body.transactionHash) ? body : null;
  const paymentMethod = claimed?.paymentMethod ?? result.paymentMethod;
  const detail = { walletAddress, tokenAmount, paymentMethod, usdAmount: result.usdAmount ?? claimed?.usdAmount };
  window.dispatchEvent(new CustomEvent('synx:purchase', { detail }));
}
