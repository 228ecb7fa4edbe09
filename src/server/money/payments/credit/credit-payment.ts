import { sql } from 'kysely';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { CreditHandler } from '#src/server/platform/context/credit-handler.ts';
import type { ReadyPayment, VerifiedPayment } from '#src/server/platform/context/ready-payment.ts';
import { isStorageOutage } from '#src/server/platform/database/database-error.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import { rowsOf } from '#src/server/platform/database/rows-of.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { sharedCommits } from '#src/server/platform/util/shared-commits.ts';
import { advanceWindows } from '../../sale/sale-clock.ts';
import { lockSale } from '../../sale/sale-lock.ts';
import { creditRows, type Due, type Outcome } from './credit-rows.ts';

/** Credits of one commit: enough for any rush, and few enough that nobody waits long for the lock of the sale. */
const AT_ONCE = 100;

type Parts = Pick<AppContext, 'db' | 'creditHandlers' | 'isLedgerBalanced'>;

/**
 * The queue of a process's credits. The returned function credits a verified payment, or finds that nothing is left to
 * give for it: allots in crediting order from the phase in force at the block's time, writes the ledger, the refund due
 * for what finds no tokens, and the payment, all of it in one transaction. Payments that become ready while another one
 * is being credited share the next transaction, in the order of these calls; each call returns after the commit. Does
 * nothing (returns false) when the payment is no longer confirming in exactly that block, so any number of callers may
 * race (S2, S14).
 */
export function createCreditQueue(parts: Parts): AppContext['creditPayment'] {
  const commit = (take: () => readonly ReadyPayment[]) => creditTogether(parts, take);
  return sharedCommits({ most: AT_ONCE, commit, concernsAll: isStorageOutage });
}

/** Credits payments in one transaction, in the given order; for each, whether it was still confirming in its block. */
function creditTogether(
  { db, creditHandlers, isLedgerBalanced }: Parts,
  take: () => readonly ReadyPayment[],
): Promise<readonly boolean[]> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockSale(tx);
    const batch = take();
    // A break may have been found since these payments were verified: they wait for the recount (G12).
    if (!isLedgerBalanced()) return batch.map(() => false);
    const at = BigInt(Math.max(...batch.map(({ now }) => now)));
    const sale = await advanceWindows(tx, locked, at);
    const rows = new Map((await lockRows(tx, batch)).map((row) => [row.id, row]));
    const dues: Due[] = [];
    const decided = batch.map(({ id, blockHash, confirmations, coin }) => {
      const row = rows.get(id);
      if (row?.block_hash !== blockHash) return false;
      // Another caller with the same payment comes second.
      rows.delete(id);
      dues.push({ row, confirmations, coin });
      return true;
    });
    await creditRows(tx, creditHandlers, dues, { sale, at });
    return decided;
  });
}

/**
 * Locks the rows of those payments that are still confirming in their block, and returns them: nobody else can fail one
 * or move it to another block before this commits. Rows are locked in one order, so that two transactions never wait
 * for each other in a circle.
 */
async function lockRows(tx: Tx, batch: readonly VerifiedPayment[]): Promise<readonly PaymentRow[]> {
  const given = batch.map(({ id, blockHash }) => ({ payment: id, block: blockHash }));
  const columns = { payment: 'bigint', block: 'text' } as const;
  return tx
    .selectFrom('payments')
    .selectAll()
    .where(sql<boolean>`(id, block_hash) in (select payment, block from ${rowsOf(tx, columns, given)})`)
    .where('status', '=', 'confirming')
    .where('final', '=', 0n)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Credits a payment that two members of staff decided to credit: out of review, in a block that is final. Returns
 * needs-review, and credits nothing, if it is worth less than one SYNX or is not in review in a final block.
 */
export async function creditReviewed(
  tx: Tx,
  handlers: readonly CreditHandler[],
  { id, coin, now }: Pick<ReadyPayment, 'id' | 'coin' | 'now'>,
): Promise<Outcome> {
  const at = BigInt(now);
  const sale = await advanceWindows(tx, await lockSale(tx), at);
  const row = await tx
    .updateTable('payments')
    .set({ updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'needs-review')
    .where('final', '=', 1n)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return 'needs-review';
  const [outcome] = await creditRows(tx, handlers, [{ row, confirmations: row.confirmations, coin }], { sale, at });
  return outcome ?? 'needs-review';
}
