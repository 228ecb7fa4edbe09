import { sql } from 'kysely';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { CreditHandler } from '#src/server/platform/context/crediting.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { balanceOf, type LedgerEntry, postTransfer } from '../../ledger/accounts.ts';
import { lockSale } from '../../sale/sale-state.ts';
import { IN_NO_BLOCK } from '../find/find-payments.ts';

/**
 * Reverses a credit or a due refund because its block left the chain: adds a reversing ledger event and deletes
 * nothing. The tokens return to their phase even if it has ended, so that they are there if the payment comes back; a
 * day later roll-left-stock.ts moves unused ones on. Also undoes stakes of these tokens. The payment becomes
 * `processing`. Returns false without effect if the payment is final, or no longer as decided in `blockHash`.
 */
export async function reverseCredit(
  { db, creditHandlers }: Pick<AppContext, 'db' | 'creditHandlers'>,
  payment: { readonly id: bigint; readonly blockHash: string },
  now: number,
): Promise<boolean> {
  const at = BigInt(now);
  return db.transaction().execute(async (tx) => {
    await lockSale(tx);
    for (const handler of creditHandlers) await handler.lock?.(tx);
    // The UPDATE locks the row, so that the payment cannot become final during its reversal.
    const row = await tx
      .updateTable('payments')
      .set({ updated_at: at })
      .where('id', '=', payment.id)
      .where('block_hash', '=', payment.blockHash)
      .where('final', '=', 0n)
      .where('status', 'in', ['credited', 'refund-due'])
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return false;
    await tx
      .updateTable('refunds')
      .set({ status: 'void' })
      .where('payment_id', '=', row.id)
      .where('sequence', '=', row.sequence)
      .where('status', '=', 'due')
      .execute();
    const sequence = row.status === 'credited' ? await takeBack(tx, creditHandlers, row, at) : row.sequence;
    await tx
      .updateTable('payments')
      .set({ ...IN_NO_BLOCK, ...UNDECIDED, sequence, updated_at: at })
      .where('id', '=', row.id)
      .execute();
    if (row.status === 'credited')
      for (const handler of creditHandlers) await handler.reversed?.(tx, row, sequence, at);
    return true;
  });
}

/** What a credit or a due refund has decided, taken back. */
const UNDECIDED = {
  tokens: null,
  usd_micro: null,
  allotment: null,
  phase: null,
  price_micro_usd: null,
  credited_at: null,
  below_minimum: 0n,
} as const;

/** Moves a credit's tokens back to their phases; returns the sequence of the reversal. */
async function takeBack(tx: Tx, handlers: readonly CreditHandler[], row: PaymentRow, at: bigint): Promise<bigint> {
  const tokens = (row.tokens ?? 0n) * NANO_PER_SYNX;
  const available = await balanceOf(tx, 'available', row.payer);
  if (available < tokens)
    for (const handler of handlers) await handler.release?.(tx, row.payer, tokens - available, at);
  const sequence = row.sequence + 1n;
  const parts = JSON.parse(row.allotment ?? '[]') as [number, string, string][];
  await postTransfer(tx, { kind: 'reversal', payment: { id: row.id, sequence }, at }, [
    { kind: 'available', owner: row.payer, amount: -tokens },
    ...parts.map(
      ([phase, , count]): LedgerEntry => ({
        kind: 'sale',
        owner: String(phase),
        amount: BigInt(count) * NANO_PER_SYNX,
      }),
    ),
  ]);
  await tx
    .updateTable('sale_state')
    .set({
      raised_micro: sql<bigint>`raised_micro - ${row.usd_micro ?? 0n}`,
      purchases: sql<bigint>`purchases - 1`,
    })
    .where('id', '=', 1n)
    .execute();
  return sequence;
}
