import { atom, onMount } from 'nanostores';
import { messageOf } from '#src/client/request-message.ts';
import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';
import { followPayment } from '#src/wallet/follow-payment.ts';
import { outlookOf } from '#src/wallet/payment-outlook.ts';
import {
  IDLE,
  isBusy,
  type PurchaseEvent,
  type PurchaseIntent,
  type PurchaseState,
  stepPurchase,
} from '#src/wallet/purchase-flow.ts';
import { PurchaseRefusal } from '#src/wallet/purchase-refusal.ts';
import { loadBalances } from './balances.ts';
import { liveConnection } from './live-connection.ts';
import { followHere, postPayment, rememberPayment, startOutbox } from './outbox.ts';
import { holdReloads } from './page-reload.ts';
import { refreshAfterPurchase } from './refresh-after.ts';
import { showToast } from './toasts.ts';

export const $purchase = atom<PurchaseState>(IDLE);

onMount($purchase, startOutbox);

let lastRun = 0;

/** Buys: checks, has the wallet send, records, and follows to the credit (Spec 4). Never rejects; failures are toasts. */
export async function buy(intent: PurchaseIntent): Promise<void> {
  lastRun += 1;
  const run = lastRun;
  dispatch({ type: 'press', run, intent });
  if ($purchase.get().run !== run) return;
  const release = holdReloads();
  try {
    const body = await send(run, intent);
    if (body !== null) await record(run, intent, body, release);
  } catch (error) {
    console.warn(error);
    dispatch({ type: 'refuse', run, notice: { key: 'transactionFailed', variant: 'destructive' } });
  } finally {
    release();
  }
}

/** Buy More: back to the form; a payment that is still followed goes on showing its toasts. */
export function resetPurchase(): void {
  if (!isBusy($purchase.get())) $purchase.set(IDLE);
}

async function send(run: number, intent: PurchaseIntent): Promise<PurchaseRequest | null> {
  try {
    const { preparePurchase } = await import('./prepare-purchase.ts');
    const plan = await preparePurchase(intent);
    if (plan.kind === 'debug') return plan.body;
    const { runPurchase } = await import('#src/wallet/run-purchase.ts');
    return await runPurchase({ run, intent, dispatch, ...plan });
  } catch (error) {
    if (!(error instanceof PurchaseRefusal)) throw error;
    dispatch({ type: 'refuse', run, notice: error.notice });
    return null;
  }
}

async function record(run: number, intent: PurchaseIntent, body: PurchaseRequest, release: () => void): Promise<void> {
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
    dispatch({ type: 'record-failed', run, text: messageOf(error) });
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

function dispatch(event: PurchaseEvent): void {
  const { state, notice } = stepPurchase($purchase.get(), event);
  $purchase.set(state);
  if (notice !== null) showToast(notice);
}
