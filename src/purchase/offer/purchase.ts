import { onMount } from 'nanostores';
import { holdReloads } from '#src/stores/page-reload.ts';
import { showToast } from '#src/stores/toasts.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { keptPayments, runs } from '../payment-requests.ts';
import {
  $purchase,
  cleared,
  isBusy,
  type PurchaseIntent,
  type SummaryAnswer,
  startAttempt,
} from '../purchase-state.ts';
import { startOutbox } from '../start-outbox.ts';

onMount($purchase, startOutbox);

let lastRun = 0;

/**
 * Buys: checks, shows the summary, has the wallet send, records and follows. Never rejects; failures are toasts. `kept`
 * are the payments at the press: if another one turns out to be sent since, this one ends before the wallet is asked.
 */
export async function buy(intent: PurchaseIntent, kept = keptPayments()): Promise<void> {
  lastRun += 1;
  const run = lastRun;
  $purchase.set(startAttempt($purchase.get(), run, intent));
  if ($purchase.get().run !== run) return;
  const releaseReloads = holdReloads();
  try {
    const { runPurchase } = await import('../run-purchase.ts');
    await runPurchase(run, intent, {
      kept,
      summaryAnswer,
      endSummary: () => answerSummary(null),
      releaseReloads,
      holdReloads,
    });
  } catch (error) {
    console.warn(error);
    if ($purchase.get().run === run) $purchase.set(cleared($purchase.get()));
    const textKey = [...runs.values()].includes(run) ? 'pay.ends.unknown' : 'pay.ends.notAsked';
    showToast({ key: 'transactionFailed', textKey, variant: 'destructive' });
  } finally {
    releaseReloads();
  }
}

let resolveSummary: ((answer: SummaryAnswer | null) => void) | null = null;

/**
 * Waits for the visitor's answer to a summary; null declines. If the wallet changes its account meanwhile, the purchase
 * is checked and shown again for the new one.
 */
function summaryAnswer(): Promise<SummaryAnswer | null> {
  return new Promise<SummaryAnswer | null>((resolve) => {
    const stop = $wallet.listen(({ account }, before) => {
      if (account !== before?.account) answerSummary({ termsVersion: null, again: true });
    });
    resolveSummary = (answer) => {
      stop();
      resolve(answer);
    };
  });
}

/** Answers the open summary: confirming opens the wallet, null sends nothing. */
export function answerSummary(answer: SummaryAnswer | null): void {
  resolveSummary?.(answer);
  resolveSummary = null;
}

/** Buy More: back to the form. A payment that is still followed goes on showing its toasts. */
export function resetPurchase(): void {
  if (!isBusy($purchase.get())) $purchase.set(cleared($purchase.get()));
}
