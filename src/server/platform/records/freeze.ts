import type { RecordKind } from '#src/contract/records.ts';
import type { Db, Tx } from '../database/tables.ts';
import { ApiFailure } from '../util/errors.ts';

/** Has these records, and what they are of, stop or go on. Waits for every transaction that is writing one. */
export async function setFrozen(tx: Tx, kinds: readonly RecordKind[], frozen: boolean): Promise<void> {
  for (const kind of kinds)
    await tx
      .updateTable('record_heads')
      .set({ frozen: frozen ? 1n : 0n })
      .where('kind', '=', kind)
      .execute();
}

/** Whether the books have been handed over, so that nothing that a list counts may change. */
export async function isFrozen(db: Db | Tx): Promise<boolean> {
  const head = await db.selectFrom('record_heads').select('frozen').where('kind', '=', 'stakes').executeTakeFirst();
  return head?.frozen === 1n;
}

/** Throws ApiFailure `handed_over` once the books have been handed over. */
export async function refuseFrozen(db: Db | Tx): Promise<void> {
  if (await isFrozen(db)) throw new ApiFailure('handed_over');
}
