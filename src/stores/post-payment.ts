import { request } from '#src/client/request.ts';
import { withProof } from '#src/client/with-proof.ts';
import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';
import { type Notice, withStatus } from '#src/wallet/notice.ts';
import type { Parcel } from '#src/wallet/parcel.ts';
import { outlookOf } from '#src/wallet/payment-outlook.ts';
import { postable } from '#src/wallet/postable.ts';
import { reopenSession } from './announce-wallet.ts';
import { $answers, $outbox, $parcels } from './parcels.ts';
import { proveAccount } from './prove-account.ts';
import { refreshAfterPurchase } from './refresh-after.ts';
import { showToast } from './toasts.ts';

/** First wait and longest wait between two tries, in milliseconds; each try doubles it. */
const BACK_OFF = { firstMs: 2_000, longestMs: 300_000 } as const;

/** What a full or closed storage would not take: kept for the life of the page. */
const unstored = new Map<string, Parcel>();
const followed = new Set<string>();
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let flushing: Promise<void> | null = null;

if (typeof window !== 'undefined')
  window.addEventListener('online', () => {
    tries = 0;
    void flushOutbox();
  });

/** Stores a payment before it is posted (S15). Where the browser stores nothing it is kept for the life of the page. */
export function rememberPayment(body: PurchaseRequest): void {
  const parcel: Parcel = { body, storedAt: Date.now() };
  try {
    $parcels.setKey(body.transactionHash, parcel);
  } catch {
    unstored.set(body.transactionHash, parcel);
  }
}

/**
 * Posts a payment; takes it out of the outbox once the API's status is settled. Where the API wants a signature (WALLET_PROOF
 * all) the visitor is asked for one, except `unasked`. Throws RequestError or TypeError, or the wallet's refusal.
 */
export async function postPayment(
  body: PurchaseRequest,
  how: 'asking' | 'unasked' = 'asking',
): Promise<PurchaseResponse> {
  const result = await withProof(() => request<PurchaseResponse>('POST', '/api/presale/purchase', body), {
    reopen: reopenSession,
    prove: how === 'unasked' ? null : () => proveAccount(body.walletAddress),
  });
  $answers.setKey(body.transactionHash, result);
  if (outlookOf(result.status) !== 'open') {
    $parcels.setKey(body.transactionHash, undefined);
    unstored.delete(body.transactionHash);
  }
  return result;
}

/** Marks a payment as followed on this page, which the outbox then leaves alone; returns the way to hand it back. */
export function followHere(hash: string): () => void {
  followed.add(hash);
  return () => {
    followed.delete(hash);
    schedule();
  };
}

/** Posts every payment that is not settled; what stays is tried again with growing waits. Never rejects. */
export function flushOutbox(): Promise<void> {
  flushing ??= flushOnce().finally(() => {
    flushing = null;
    schedule();
  });
  return flushing;
}

async function flushOnce(): Promise<void> {
  for (const body of waiting()) {
    try {
      // A wallet's window that opens by itself would be refused, and should be: who declined once is not asked again.
      const result = await postPayment(body, 'unasked');
      const outlook = outlookOf(result.status);
      if (outlook === 'open') continue;
      refreshAfterPurchase();
      const amount = result.tokensAllocated ?? result.tokenAmount ?? String(body.tokenAmount ?? '');
      const notice: Notice =
        outlook === 'credited'
          ? { key: 'tokensCredited', values: { amount }, variant: 'success' }
          : outlook === 'desk'
            ? withStatus({ key: 'tokensProcessing' }, result)
            : withStatus({ key: 'transactionFailed', variant: 'destructive' }, result);
      showToast({ ...notice, payment: { hash: body.transactionHash, chainId: body.chainId ?? null } });
    } catch (error) {
      console.warn(error);
    }
  }
}

function waiting(): readonly PurchaseRequest[] {
  return [...$outbox.get(), ...unstored.values()]
    .filter(({ body }) => !followed.has(body.transactionHash))
    .flatMap(({ body }) => postable(body) ?? []);
}

function schedule(): void {
  clearTimeout(timer);
  if (waiting().length === 0) return;
  const wait = Math.min(BACK_OFF.firstMs * 2 ** tries, BACK_OFF.longestMs);
  tries += 1;
  timer = setTimeout(() => void flushOutbox(), wait);
}
