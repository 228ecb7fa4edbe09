import { sql } from 'kysely';
import { IS_SMALL } from '#src/server/money/payments/verify/worth.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { MOST_COUNTED } from './bounded-count.ts';

export const IS_NOT_SMALL = sql<boolean>`not ${IS_SMALL}`;
export const IN_REVIEW = sql<boolean>`payments.status = 'needs-review'`;

/** How many payments in review are that small, and their value in micro-dollars; of MOST_COUNTED + 1 at most. */
export async function countSmall(db: Db, chain: bigint | null = null): Promise<{ count: bigint; worth: bigint }> {
  let small = db.selectFrom('payments').select('worth_micro').where(IN_REVIEW).where(IS_SMALL);
  if (chain !== null) small = small.where('chain_id', '=', chain);
  return db
    .selectFrom(small.limit(MOST_COUNTED + 1).as('small'))
    .select((select) => [
      select.fn.countAll<bigint>().as('count'),
      sql<bigint>`cast(coalesce(sum(worth_micro), 0) as bigint)`.as('worth'),
    ])
    .executeTakeFirstOrThrow();
}
