import type { ToastText } from '#src/client/request-message.ts';
import type { ChainId } from '#src/config/chains.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { Notice } from '#src/wallet/notice.ts';
import type { PendingPurchase } from './pending-purchases.ts';
import type { PurchaseIntent, PurchaseReview } from './purchase-state.ts';

/** Events of a purchase of this page; `run` is the number of the attempt. */
export type RunEvent =
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
  | {
      readonly type: 'hash' | 'record';
      readonly run: number;
      readonly intent: PurchaseIntent;
      readonly account: string;
      readonly hash: string;
    }
  | { readonly type: 'recorded'; readonly run: number; readonly result: PurchaseResponse; readonly quoted: string }
  | { readonly type: 'record-failed'; readonly run: number; readonly answer: ToastText }
  | { readonly type: 'confirmations'; readonly run: number; readonly count: number }
  | { readonly type: 'replaced'; readonly run: number; readonly result: PurchaseResponse }
  | { readonly type: 'reverted'; readonly run: number }
  | { readonly type: 'reply'; readonly run: number; readonly result: PurchaseResponse; readonly quoted: string }
  | { readonly type: 'polls-over'; readonly run: number };

/**
 * What has become known of a payment that the wallet was asked for. `unseen`: no node knows the hash it named.
 * `dropped`: it is settled otherwise, which was told elsewhere. `found`: our records show the payment, in place of
 * `hash` if the wallet named one.
 */
export interface RequestEvent {
  readonly type: 'request';
  readonly fate: 'unseen' | 'dropped' | 'found';
  readonly hash: string | null;
  /** The attempt of this page that asked for it; null if another page did. */
  readonly run: number | null;
}

/** The API's answer about a payment that the browser kept from before this page. */
export interface StoredEvent {
  readonly type: 'stored';
  readonly pending: PendingPurchase & { readonly chainId: ChainId };
  readonly result: PurchaseResponse;
}

export type PurchaseEvent = RunEvent | StoredEvent | RequestEvent;
