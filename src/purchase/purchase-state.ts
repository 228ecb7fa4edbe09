import type { ChainId } from '#src/config/chains.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { Rates } from './purchase-rules.ts';

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
export interface PurchaseReview {
  readonly recipient: `0x${string}`;
  /**
   * Base units of the chain's coin that gas costs at most by the wallet's present price; null where it does not say.
   */
  readonly gasCost: bigint | null;
  /** What the payment was checked at. */
  readonly quote: QuoteContext;
  /** When those prices were read, ISO 8601 by the server's clock. */
  readonly pricesAt: string;
  /** When all this was checked, milliseconds since 1970 by the visitor's clock. */
  readonly checkedAt: number;
}

/** The visitor's yes to a review. */
export interface ReviewAnswer {
  /** The terms that hold for this purchase; null where the visitor was not asked. */
  readonly termsVersion: string | null;
  /** The amount to pay instead, as decimal text in whole coins: it is checked and reviewed like one that was typed. */
  readonly amount?: string;
  /** Nothing is sent: everything is checked and reviewed again. */
  readonly again?: boolean;
}

/** The payment that the stepper shows: the latest one that was handed to the wallet. */
export interface TrackedPayment {
  readonly run: number;
  readonly intent: PurchaseIntent;
  /** When the wallet was asked, milliseconds since 1970. */
  readonly startedAt: number;
  readonly hash: string | null;
  /** The wallet sent it in place of another payment (sped up, changed). */
  readonly replaced: boolean;
  /** The wallet has not answered for as long as the button waits. */
  readonly late: boolean;
  /** The API did not take the hash at first; it is posted again. */
  readonly unrecorded: boolean;
  readonly confirmations: number;
  /** More confirmations were there before: its block left the chain. */
  readonly reorged: boolean;
  /** The chain says that it failed. */
  readonly reverted: boolean;
  /** It took longer than the page watches it; the outbox goes on. */
  readonly slow: boolean;
}

/** What the card shows of a purchase. */
export interface CardState {
  /** `review`: everything is checked, and the visitor reads what will be sent before the wallet opens. */
  readonly stage: 'idle' | 'review' | 'waiting' | 'recording' | 'success';
  readonly review: PurchaseReview | null;
  readonly intent: PurchaseIntent | null;
  readonly hash: string | null;
  /** The wallet sent another payment in place of the one pressed for (sped up, changed): `hash` is that one. */
  readonly replaced: boolean;
  readonly chainId: ChainId | null;
  readonly result: PurchaseResponse | null;
  /** SYNX that the card stated at the press: shown until the server has seen the payment. */
  readonly quoted: string | null;
  readonly confirmations: number;
  readonly outcome: 'pending' | 'credited' | 'processing' | null;
  /** Which press the state belongs to; events of an earlier one only show their toasts. */
  readonly run: number;
}

export interface PurchaseState extends CardState {
  /** What the stepper shows, on whatever page the visitor is; null while there is nothing. */
  readonly tracked: TrackedPayment | null;
}

export const IDLE: PurchaseState = {
  stage: 'idle',
  intent: null,
  review: null,
  hash: null,
  replaced: false,
  chainId: null,
  result: null,
  quoted: null,
  confirmations: 0,
  outcome: null,
  run: 0,
  tracked: null,
};

/**
 * The state right after a press, from which the flow of that run goes on; a press while one is under way changes
 * nothing.
 */
export function pressed(state: PurchaseState, run: number, intent: PurchaseIntent): PurchaseState {
  return state.stage === 'idle' ? { ...cleared(state), stage: 'waiting', run, intent } : state;
}

/** The card as it was at first; a payment that is followed stays. */
export function cleared({ tracked }: PurchaseState): PurchaseState {
  return { ...IDLE, tracked };
}

/** True between the press and the recording's answer, when nothing may reload the page (decision 23). */
export function isBusy({ stage }: CardState): boolean {
  return stage === 'waiting' || stage === 'review' || stage === 'recording';
}
