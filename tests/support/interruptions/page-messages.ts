import type { PurchaseIntent } from '#src/purchase/purchase-state.ts';

/** What a page is opened with. */
export interface PageStart {
  /** The site's API. */
  readonly url: string;
  /** The file behind localStorage, which outlives the page. */
  readonly storageFile: string;
  /** What is bought, null for a page that only goes on with what is stored. */
  readonly intent: PurchaseIntent | null;
}

/** From the page: a call to its wallet, or what became of the purchase. */
export type FromPage =
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly params: readonly unknown[] }
  | { readonly type: 'stage'; readonly stage: string; readonly outcome: string | null }
  | { readonly type: 'toast'; readonly key: string }
  /** The purchase has come to an end on this page, or there was none. */
  | { readonly type: 'over' };

/** To the page: its wallet's answer. */
export interface WalletAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
