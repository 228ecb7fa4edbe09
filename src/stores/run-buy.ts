import type { WritableAtom } from 'nanostores';
import { answerOf } from '#src/client/request-message.ts';
import { OFFER_MAX_AGE_MS } from '#src/config/limits.ts';
import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';
import { followPayment } from '#src/wallet/follow-payment.ts';
import type { Notice } from '#src/wallet/notice.ts';
import { outlookOf } from '#src/wallet/payment-outlook.ts';
import { type PurchaseEvent, stepPurchase } from '#src/wallet/purchase-flow.ts';
import { PurchaseRefusal } from '#src/wallet/purchase-refusal.ts';
import type { PurchaseIntent, PurchaseState, ReviewAnswer } from '#src/wallet/purchase-state.ts';
import { sameHash } from '#src/wallet/replaced-payment.ts';
import { loadBalances } from './balances.ts';
import { liveConnection } from './live-connection.ts';
import { holdReloads } from './page-reload.ts';
import { followHere, postPayment, rememberPayment } from './post-payment.ts';
import { preparePurchase } from './prepare-purchase.ts';
import { refreshAfterPurchase } from './refresh-after.ts';
import { showToast } from './toasts.ts';
import { trackEvent } from './tracked-payment.ts';

/** What a run works on: the state that the card shows, and the visitor's answer to the next review (null is no). */
export interface Till {
  readonly $purchase: WritableAtom<PurchaseState>;
  readonly reviewAnswer: () => Promise<ReviewAnswer | null>;
}

/** One press from its checks to the credit (R4.018-R4.024). Throws only what nobody foresaw. */
export async function runBuy(run: number, pressed: PurchaseIntent, { $purchase, reviewAnswer }: Till): Promise<void> {
  let payment: Notice['payment'];
  const dispatch = (event: PurchaseEvent) => {
    const { state, notice } = stepPurchase($purchase.get(), event);
    $purchase.set(state);
    const { intent } = press;
    trackEvent(event, intent);
    if (event.type === 'hash') payment = { hash: event.hash, chainId: intent.chainId };
    if (event.type === 'replaced') payment = { hash: event.result.transactionHash, chainId: intent.chainId };
    if (notice !== null) showToast(payment === undefined ? notice : { ...notice, payment });
  };
  const press: Press = { run, intent: pressed, dispatch, reviewAnswer };
  const release = holdReloads();
  try {
    const body = await send(press);
    if (body !== null) await record(press, body, release);
  } finally {
    release();
  }
}

interface Press extends Pick<Till, 'reviewAnswer'> {
  readonly run: number;
  /** What is bought; the review can change its amount. */
  intent: PurchaseIntent;
  readonly dispatch: (event: PurchaseEvent) => void;
}

async function send(press: Press): Promise<PurchaseRequest | null> {
  const { run, dispatch, reviewAnswer } = press;
  try {
    const { checkPurchase, sendPurchase } = await import('#src/wallet/run-purchase.ts');
    for (;;) {
      const { intent } = press;
      const plan = await preparePurchase(intent);
      if (plan.kind === 'debug') return plan.body;
      const purchase = await checkPurchase({ intent, ...plan });
      const { recipient, quote, pricesAt } = plan;
      const checkedAt = Date.now();
      const answer = reviewAnswer();
      const review = { recipient, quote, pricesAt, checkedAt, gasCost: purchase.gas.cost };
      dispatch({ type: 'review', run, intent, review });
      const approved = await answer;
      if (approved === null) {
        dispatch({ type: 'decline', run });
        return null;
      }
      if (approved.amount !== undefined) press.intent = { ...intent, amount: approved.amount };
      // Prices that have aged under the review are read again, and reviewed again; so is another amount.
      if (press.intent !== intent || approved.again || Date.now() - checkedAt > OFFER_MAX_AGE_MS) continue;
      dispatch({ type: 'approve', run });
      return await sendPurchase(purchase, { run, dispatch, termsVersion: approved.termsVersion });
    }
  } catch (error) {
    if (!(error instanceof PurchaseRefusal)) throw error;
    dispatch({ type: 'refuse', run, notice: error.notice });
    return null;
  }
}

async function record({ run, intent, dispatch }: Press, body: PurchaseRequest, release: () => void): Promise<void> {
  const isReal = body.status !== 'debug';
  let hash = body.transactionHash;
  if (isReal) rememberPayment(body);
  const handBack = isReal ? followHere(hash) : () => undefined;
  dispatch({ type: isReal ? 'hash' : 'record', run, intent, hash });
  try {
    const result = await postPayment(body);
    const isReplaced = !sameHash(result.transactionHash, hash);
    const quoted = isReplaced ? '' : String(body.tokenAmount ?? '');
    if (isReplaced) {
      hash = result.transactionHash;
      dispatch({ type: 'replaced', run, result });
    }
    dispatch({ type: 'recorded', run, result, quoted });
    release();
    if (outlookOf(result.status) === 'lost') return;
    announce(body, result, quoted);
    refreshAfterPurchase();
    void loadBalances(intent.chainId);
    if (outlookOf(result.status) !== 'open') return;
    const provider = liveConnection()?.provider ?? null;
    const post = () => postPayment(body);
    await followPayment({ run, hash, chainId: intent.chainId, quoted, provider, post, dispatch });
    refreshAfterPurchase();
  } catch (error) {
    console.warn(error);
    dispatch({ type: 'record-failed', run, answer: answerOf(error) });
  } finally {
    handBack();
  }
}

/** The browser event of R7.063, for whatever listens on the page. */
function announce(body: PurchaseRequest, result: PurchaseResponse, quoted: string): void {
  const { walletAddress } = body;
  const tokenAmount = result.tokensAllocated ?? result.tokenAmount ?? quoted;
  // What was claimed for a payment says nothing of the one that took its place.
  const claimed = sameHash(result.transactionHash, body.transactionHash) ? body : null;
  const paymentMethod = claimed?.paymentMethod ?? result.paymentMethod;
  const detail = { walletAddress, tokenAmount, paymentMethod, usdAmount: result.usdAmount ?? claimed?.usdAmount };
  window.dispatchEvent(new CustomEvent('synx:purchase', { detail }));
}
