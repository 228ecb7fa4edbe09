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

export interface PurchaseState {
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
};

/**
 * The state right after a press, from which the flow of that run goes on; a press while one is under way changes
 * nothing.
 */
export function pressed(state: PurchaseState, run: number, intent: PurchaseIntent): PurchaseState {
  return state.stage === 'idle' ? { ...IDLE, stage: 'waiting', run, intent } : state;
}

/** True between the press and the recording's answer, when nothing may reload the page (decision 23). */
export function isBusy({ stage }: PurchaseState): boolean {
  return stage === 'waiting' || stage === 'review' || stage === 'recording';
}
