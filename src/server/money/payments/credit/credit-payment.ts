import { sql } from 'kysely';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { CreditHandler } from '#src/server/platform/context/credit-handler.ts';
import type { ReadyPayment, VerifiedPayment } from '#src/server/platform/context/ready-payment.ts';
import { isStorageOutage } from '#src/server/platform/database/database-error.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import { sharedCommits } from '#src/server/platform/database/shared-writes.ts';
import { rowsOf } from '#src/server/platform/database/statements.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { advanceWindows } from '../../sale/sale-clock.ts';
import { lockSale } from '../../sale/sale-lock.ts';
import { creditRows, type Due, type Outcome } from './credit-rows.ts';

/** Credits in one commit: enough for any rush, and few enough that nobody waits long for the lock on the sale. */
const AT_ONCE = 100;

type Parts = Pick<AppContext, 'db' | 'creditHandlers' | 'isLedgerBalanced'>;

/**
 * Creates this process's credit queue. The returned function credits a verified payment, or records a refund if no
 * tokens are left for it. One transaction allots tokens from the phase in force at the block's time and writes the
 * ledger, the refund and the payment. Payments that become ready meanwhile share the next transaction, in call order;
 * each call resolves after its commit. Returns false without effect unless the payment is still confirming in exactly
 * that block, so any number of callers may race (S2, S14).
 */
export function createCreditQueue(parts: Parts): AppContext['creditPayment'] {
  const commit = (take: () => readonly ReadyPayment[]) => creditTogether(parts, take);
  return sharedCommits({ most: AT_ONCE, commit, concernsAll: isStorageOutage });
}

/**
 * Credits payments in one transaction, in the given order; tells for each whether it was still confirming in its block.
 */
function creditTogether(
  { db, creditHandlers, isLedgerBalanced }: Parts,
  take: () => readonly ReadyPayment[],
): Promise<readonly boolean[]> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockSale(tx);
    const batch = take();
    // A recount may have found a break since these payments were verified: they wait for the next one (G12).
    if (!isLedgerBalanced()) return batch.map(() => false);
    const at = BigInt(Math.max(...batch.map(({ now }) => now)));
    const sale = await advanceWindows(tx, locked, at);
    const rows = new Map((await lockRows(tx, batch)).map((row) => [row.id, row]));
    const dues: Due[] = [];
    const decided = batch.map(({ id, blockHash, confirmations, coin }) => {
      const row = rows.get(id);
      if (row?.block_hash !== blockHash) return false;
      // The same payment from another caller in this batch gets false.
      rows.delete(id);
      dues.push({ row, confirmations, coin });
      return true;
    });
    await creditRows(tx, creditHandlers, dues, { sale, at });
    return decided;
  });
}

/**
 * Locks and returns the rows that are still confirming in their block: until this commits, nobody can fail them or move
 * them to another block. Always locks in the same order, so that two transactions cannot deadlock.
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
 * Credits a payment that is in review because two members of staff decided so. Returns needs-review, and credits
 * nothing, if the payment is worth less than one SYNX, is no longer in review, or its block is not final.
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
