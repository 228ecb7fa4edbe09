import type { PaymentRow } from '../database/payment-row.ts';
import type { Tx } from '../database/tables.ts';

/**
 * The other effects of a credit or its reversal, in the same transaction: either everything is stored or nothing. The
 * payment path knows only this interface; the composition root chooses the handlers (credit-handlers.ts).
 */
export interface CreditHandler {
  /** Takes the locks that a reversal needs, after the sale's lock and before any account is touched. */
  lock?(tx: Tx): Promise<void>;
  /** Makes `amount` (1e-9 SYNX) of a wallet available again, so that a reversal can take it back. */
  release?(tx: Tx, wallet: string, amount: bigint, at: bigint): Promise<void>;
  /** Called for credits that share a commit, in their order; the rows have their state after crediting. */
  credited?(tx: Tx, rows: readonly PaymentRow[], at: bigint): Promise<void>;
  /** Called for a reversed credit; the row has its state before, `sequence` is that of the reversal. */
  reversed?(tx: Tx, row: PaymentRow, sequence: bigint, at: bigint): Promise<void>;
}
