import type { PurchaseIntent } from '#src/purchase/purchase-state.ts';

/** The input of a page. */
export interface PageStart {
  /** The site's API. */
  readonly url: string;
  /** The file behind localStorage, which outlives the page. */
  readonly storageFile: string;
  /** The purchase, null for a page that only continues with the stored payments. */
  readonly intent: PurchaseIntent | null;
}

/** From the page: a call to its wallet, or the outcome of the purchase. */
export type FromPage =
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly params: readonly unknown[] }
  | { readonly type: 'stage'; readonly stage: string; readonly watch: string | null }
  | { readonly type: 'toast'; readonly key: string }
  /** The purchase has ended on this page, or there was none. */
  | { readonly type: 'over' };

/** To the page: its wallet's answer. */
export interface WalletAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
