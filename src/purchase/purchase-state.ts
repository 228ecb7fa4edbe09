import { atom, computed } from 'nanostores';
import type { ToastText } from '#src/client/request-message.ts';
import type { ChainId } from '#src/config/chains.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { Notice } from '#src/wallet/notice.ts';
import type { Rates } from './offer/purchase-rules.ts';
import type { PendingPurchase } from './pending-purchases.ts';

export interface QuoteContext {
  readonly rates: Rates;
  readonly phase: number;
}

export interface PurchaseIntent {
  readonly chainId: ChainId;
  readonly symbol: string;
  /** Decimal text in whole coins, as typed. */
  readonly amount: string;
}

/** What the visitor reads before the wallet opens. */
export interface PurchaseSummary {
  /** The paying account, in EIP-55. */
  readonly account: `0x${string}`;
  readonly recipient: `0x${string}`;
  /** About what gas costs, in the coin's base units; null if the wallet states no price. */
  readonly gasCost: bigint | null;
  /** The wallet could not tell whether the account has enough. */
  readonly unread: boolean;
  /** The prices at which the payment was checked. */
  readonly quote: QuoteContext;
  /** When those prices were read, ISO 8601 by the server's clock. */
  readonly pricesAt: string;
  /** When the checks ran, milliseconds since 1970 by the visitor's clock. */
  readonly checkedAt: number;
  /** Milliseconds since then, at least: a clock that is set back shortens them as little as a computer that sleeps. */
  readonly ageMs: () => number;
}

export interface SummaryAnswer {
  /** The terms in force for this purchase; null if the visitor was not asked. */
  readonly termsVersion: string | null;
  /** An amount to pay instead, as decimal text in whole coins: checked and shown like a typed one. */
  readonly amount?: string;
  /** Send nothing, but check everything again and show a new summary. */
  readonly again?: boolean;
}

/** The payment in the stepper: the latest one handed to the wallet. */
export interface TrackedPayment {
  readonly run: number;
  readonly intent: PurchaseIntent;
  /** When the wallet was asked, milliseconds since 1970. */
  readonly startedAt: number;
  readonly hash: string | null;
  /** The wallet sent it in place of another payment (sped up, changed). */
  readonly replaced: boolean;
  /** The wallet has not answered within the button's waiting time. */
  readonly late: boolean;
  /** The API did not take the hash at first; the outbox posts it again. */
  readonly unrecorded: boolean;
  readonly confirmations: number;
  /** The last count of each source; 0 while it has not found the payment. */
  readonly counts: { readonly wallet: number; readonly api: number };
  /** A source that had counted blocks counts none any more: its block left the chain. */
  readonly reorged: boolean;
  /** It takes longer than the page watches; the outbox goes on. */
  readonly slow: boolean;
  /** It went to another address: nobody should pay again before reading that. */
  readonly astray: boolean;
}

/** The card's view of a purchase. */
export interface CardState {
  /** In `summary` everything is checked, and the visitor reads the details before the wallet opens. */
  readonly stage: 'idle' | 'summary' | 'waiting' | 'recording' | 'success';
  readonly summary: PurchaseSummary | null;
  readonly intent: PurchaseIntent | null;
  /** The account that paid, once the wallet has named a hash. */
  readonly account: string | null;
  readonly hash: string | null;
  /** The wallet sent another payment in place of the original (sped up, changed): `hash` is the new one. */
  readonly replaced: boolean;
  readonly chainId: ChainId | null;
  readonly result: PurchaseResponse | null;
  /** The SYNX that the card stated at the start of the attempt; shown until the server has seen the payment. */
  readonly quoted: string | null;
  readonly confirmations: number;
  /** Watching its confirmations: under way, over with a credit, or over without one; null if nobody watches. */
  readonly watch: 'running' | 'credited' | 'ended' | null;
  /** The attempt that the state belongs to; events of earlier ones only show their toasts. */
  readonly run: number;
}

export interface PurchaseState extends CardState {
  /** What the stepper shows, on every page; null if nothing. */
  readonly tracked: TrackedPayment | null;
}

export const IDLE: PurchaseState = {
  stage: 'idle',
  intent: null,
  summary: null,
  account: null,
  hash: null,
  replaced: false,
  chainId: null,
  result: null,
  quoted: null,
  confirmations: 0,
  watch: null,
  run: 0,
  tracked: null,
};

/** The state in which an attempt starts; while another one is under way, nothing changes. */
export function startAttempt(state: PurchaseState, run: number, intent: PurchaseIntent): PurchaseState {
  return state.stage === 'idle' ? { ...cleared(state), stage: 'waiting', run, intent } : state;
}

/** The card's initial state; a followed payment stays. */
export function cleared({ tracked }: PurchaseState): PurchaseState {
  return { ...IDLE, tracked };
}

/** True between the start of an attempt and the recording's answer, while nothing may reload the page (decision 23). */
export function isBusy({ stage }: CardState): boolean {
  return stage === 'waiting' || stage === 'summary' || stage === 'recording';
}

/** Events of a purchase on this page; `run` is the number of the attempt. */
export type RunEvent =
  | {
      readonly type: 'summary';
      readonly run: number;
      readonly intent: PurchaseIntent;
      readonly summary: PurchaseSummary;
    }
  | { readonly type: 'approve'; readonly run: number }
  | { readonly type: 'decline'; readonly run: number }
  | { readonly type: 'refuse'; readonly run: number; readonly notice: Notice }
  | { readonly type: 'timeout' | 'stop'; readonly run: number }
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
  | { readonly type: 'reply'; readonly run: number; readonly result: PurchaseResponse; readonly quoted: string }
  | { readonly type: 'polls-over'; readonly run: number };

/**
 * What became of a payment that we asked the wallet for. `unseen`: no node knows the hash it named. `dropped`: it was
 * settled otherwise, and somebody else says so. `found`: our records have the payment, in place of `hash` if the wallet
 * named one.
 */
export interface RequestEvent {
  readonly type: 'request';
  readonly fate: 'unseen' | 'dropped' | 'found';
  readonly hash: string | null;
  /** The attempt on this page that asked for it; null if another page did. */
  readonly run: number | null;
}

/** The API's answer about a payment that the browser kept from an earlier page. */
export interface StoredEvent {
  readonly type: 'stored';
  readonly pending: PendingPurchase & { readonly chainId: ChainId };
  readonly result: PurchaseResponse;
}

export type PurchaseEvent = RunEvent | StoredEvent | RequestEvent;

/** The one state of buying on this page: what card and stepper show. */
export const $purchase = atom<PurchaseState>(IDLE);

/** The stepper's payment; null while there is none. */
export const $tracked = computed($purchase, ({ tracked }) => tracked);

/** Closes the stepper; the payment goes on. */
export function dismissTracked(): void {
  $purchase.set({ ...$purchase.get(), tracked: null });
}
