import type { PaymentRow } from '../database/payment-row.ts';
import type { Tx } from '../database/tables.ts';

export interface CoinPrice {
  /** 10^-8 USD per coin. */
  readonly priceE8: bigint;
  /** The feed round of the price; null for a stablecoin, which counts as one dollar. */
  readonly round: string | null;
}

/** A payment, and the block in which the caller has verified it. */
export interface VerifiedPayment {
  readonly id: bigint;
  readonly blockHash: string;
}

/** A verified payment with everything that its credit needs. */
export interface ReadyPayment extends VerifiedPayment {
  readonly confirmations: bigint;
  readonly coin: CoinPrice;
  /** Milliseconds. */
  readonly now: number;
}

/** What else a credit or its reversal does, in the same transaction. credit-handlers.ts chooses the handlers. */
export interface CreditHandler {
  /** Takes the locks that a reversal needs: after the sale's lock, before any account. */
  lock?(tx: Tx): Promise<void>;
  /** Makes `amount` (1e-9 SYNX) of a wallet available again, so that a reversal can take it back. */
  release?(tx: Tx, wallet: string, amount: bigint, at: bigint): Promise<void>;
  /** Called in order for credits that share a commit; the rows have their state after the credit. */
  credited?(tx: Tx, rows: readonly PaymentRow[], at: bigint): Promise<void>;
  /** Called for a reversed credit: `row` is as it was before, `sequence` is that of the reversal. */
  reversed?(tx: Tx, row: PaymentRow, sequence: bigint, at: bigint): Promise<void>;
}

/** Payments of one block and one token that are verified together. */
export interface SettledPage {
  readonly reading: { readonly blockHash: string; readonly blockTime: bigint };
  readonly confirmations: bigint;
  /** Decimals of the token that all payments of the page share. */
  readonly decimals: number;
  readonly price: CoinPrice;
}

/** Decides verified payments. Handed in, so that a payment's path needs neither ledger nor phases nor handlers. */
export interface Crediting {
  /** Credits a payment in one commit with others that are ready. Resolves afterwards: whether this call decided it. */
  creditPayment(payment: ReadyPayment): Promise<boolean>;
  /** Decides those payments of a page that are worth less than one SYNX; returns their ids (set-aside-dust.ts). */
  setAsideDust(
    rows: readonly { readonly id: bigint; readonly amount: string }[],
    page: SettledPage,
    now: number,
  ): Promise<ReadonlySet<bigint>>;
  /** Reverses a credit whose block left the chain (reverse-credit.ts); false if there was none. */
  reverseCredit(payment: VerifiedPayment, now: number): Promise<boolean>;
}
