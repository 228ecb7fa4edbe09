import { type Selectable, sql } from 'kysely';
import type { Tables, Tx } from '#src/server/platform/database/tables.ts';

export type SaleState = Selectable<Tables['sale_state']>;

/**
 * Locks the sale's row for this transaction and returns it. Everything that moves tokens or the phase comes through
 * here, one at a time, on both engines and across all instances. Lock order: sale, reward totals, accounts.
 */
export async function lockSale(tx: Tx): Promise<SaleState> {
  return tx
    .updateTable('sale_state')
    .set({ version: sql<bigint>`version + 1` })
    .where('id', '=', 1n)
    .returningAll()
    .executeTakeFirstOrThrow();
}
