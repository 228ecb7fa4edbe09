import type { PaymentRow } from '../database/payment-row.ts';
import type { Tx } from '../database/tables.ts';

/**
 * What else a credit or its reversal does, in the same transaction: all of it is stored or nothing. The payment path
 * knows only this; who listens is decided where the server is put together (credit-handlers.ts).
 */
export interface CreditHandler {
  /** Takes the locks that a reversal needs, after the sale's and before any account is touched. */
  lock?(tx: Tx): Promise<void>;
  /** Makes `amount` (1e-9 SYNX) of a wallet available again, so that a reversal can take it back. */
  release?(tx: Tx, wallet: string, amount: bigint, at: bigint): Promise<void>;
  /** Hears of a credit; the row is as it is after crediting. */
  credited?(tx: Tx, row: PaymentRow, at: bigint): Promise<void>;
  /** Hears of a credit taken back; the row is as it was before, `sequence` that of the reversal. */
  reversed?(tx: Tx, row: PaymentRow, sequence: bigint, at: bigint): Promise<void>;
}
