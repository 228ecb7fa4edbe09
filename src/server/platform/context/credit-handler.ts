import type { PaymentRow } from '../database/payment-row.ts';
import type { Tx } from '../database/tables.ts';

/**
 * What else a credit or its reversal does, in the same transaction, so that all of it is stored or nothing. The payment
 * path knows only this interface; the composition root chooses the handlers (credit-handlers.ts).
 */
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
