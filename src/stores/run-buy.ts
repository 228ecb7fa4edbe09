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

/** One press from its checks to the credit (Spec 4). Throws only what nobody foresaw. */
export async function runBuy(run: number, intent: PurchaseIntent, { $purchase, reviewAnswer }: Till): Promise<void> {
  let payment: Notice['payment'];
  const dispatch = (event: PurchaseEvent) => {
    const { state, notice } = stepPurchase($purchase.get(), event);
    $purchase.set(state);
    trackEvent(event, intent);
    if (event.type === 'hash') payment = { hash: event.hash, chainId: intent.chainId };
    if (notice !== null) showToast(payment === undefined ? notice : { ...notice, payment });
  };
  const press: Press = { run, intent, dispatch, reviewAnswer };
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
  readonly intent: PurchaseIntent;
  readonly dispatch: (event: PurchaseEvent) => void;
}

async function send({ run, intent, dispatch, reviewAnswer }: Press): Promise<PurchaseRequest | null> {
  try {
    const { checkPurchase, sendPurchase } = await import('#src/wallet/run-purchase.ts');
    for (;;) {
      const plan = await preparePurchase(intent);
      if (plan.kind === 'debug') return plan.body;
      const purchase = await checkPurchase({ intent, ...plan });
      const { recipient, quote, pricesAt } = plan;
      const checkedAt = Date.now();
      const answer = reviewAnswer();
      dispatch({ type: 'review', run, review: { recipient, quote, pricesAt, checkedAt, gasCost: purchase.gas.cost } });
      const approved = await answer;
      if (approved === null) {
        dispatch({ type: 'decline', run });
        return null;
      }
      // Prices that have aged under the review are read again, and reviewed again.
      if (Date.now() - checkedAt > OFFER_MAX_AGE_MS) continue;
      dispatch({ type: 'approve', run });
      return await sendPurchase(purchase, { run, dispatch, ...approved });
    }
  } catch (error) {
    if (!(error instanceof PurchaseRefusal)) throw error;
    dispatch({ type: 'refuse', run, notice: error.notice });
    return null;
  }
}

async function record({ run, intent, dispatch }: Press, body: PurchaseRequest, release: () => void): Promise<void> {
  const isReal = body.status !== 'debug';
  const hash = body.transactionHash;
  if (isReal) rememberPayment(body);
  const handBack = isReal ? followHere(hash) : () => undefined;
  dispatch({ type: isReal ? 'hash' : 'record', run, intent, hash });
  try {
    const quoted = String(body.tokenAmount ?? '');
    const result = await postPayment(body);
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
  const { walletAddress, paymentMethod } = body;
  const tokenAmount = result.tokensAllocated ?? result.tokenAmount ?? quoted;
  const detail = { walletAddress, tokenAmount, paymentMethod, usdAmount: result.usdAmount ?? body.usdAmount };
  window.dispatchEvent(new CustomEvent('synx:purchase', { detail }));
}
