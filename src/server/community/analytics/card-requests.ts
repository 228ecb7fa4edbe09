import { sql } from 'kysely';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

const DAY_MS = 86_400_000;

/** How many asked to pay by card on each day (UTC) after a time in milliseconds, the latest day first; no person. */
export async function cardRequests(
  db: Db | Tx,
  after = 0,
): Promise<readonly { readonly day: string; readonly requests: bigint }[]> {
  const day = sql<bigint>`created_at / ${sql.lit(DAY_MS)}`;
  const rows = await db
    .selectFrom('card_intents')
    .select(({ fn }) => [day.as('day'), fn.countAll<bigint>().as('requests')])
    .where('created_at', '>', BigInt(after))
    .groupBy(day)
    .orderBy('day', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, day: new Date(Number(row.day) * DAY_MS).toISOString().slice(0, 10) }));
}
