import type { Insertable } from 'kysely';
import type { Tables, Tx } from '#src/server/platform/database/tables.ts';
import { tellPriceChange } from '#src/server/platform/records/news.ts';

/** Adds a row to the append-only price history and to the system log, recorded at `now` (ms). */
export async function recordPriceChange(
  tx: Tx,
  change: Insertable<Tables['price_history']>,
  now: bigint,
): Promise<void> {
  const row = await tx.insertInto('price_history').values(change).returningAll().executeTakeFirstOrThrow();
  await tellPriceChange(tx, row, now);
}
