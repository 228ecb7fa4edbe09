import type { Selectable } from 'kysely';
import type { AllocationTables } from '#src/server/platform/database/allocation-tables.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

export type BatchRow = Selectable<AllocationTables['allocation_batches']>;

/** The latest batch whose list has been made; until then its root is empty. */
export function latestBatch(db: Db | Tx): Promise<BatchRow | undefined> {
  return db
    .selectFrom('allocation_batches')
    .selectAll()
    .where('root', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The latest batch if its list says what holders get, as a draft or final. */
export async function currentList(db: Db | Tx): Promise<BatchRow | undefined> {
  const latest = await latestBatch(db);
  return latest?.state === 'withdrawn' ? undefined : latest;
}
