import type { Insertable, Selectable } from 'kysely';
import { USD_DECIMALS } from '#src/config/sale.ts';
import { formatUnits } from '#src/lib/decimal.ts';
import type { Tables, Tx } from '../database/tables.ts';
import { isoTime } from '../purchases/payment-records.ts';
import { recordNews } from '../records/record-news.ts';

/** Writes a row of the append-only price history, and what it says into the system log, recorded at `now` (ms). */
export async function recordPriceChange(
  tx: Tx,
  change: Insertable<Tables['price_history']>,
  now: bigint,
): Promise<void> {
  const row = await tx.insertInto('price_history').values(change).returningAll().executeTakeFirstOrThrow();
  await tellPriceChange(tx, row, now);
}

/** The system log's part of it. */
export async function tellPriceChange(tx: Tx, row: Selectable<Tables['price_history']>, now: bigint): Promise<void> {
  const price = { phase: Number(row.phase), price: formatUnits(row.price_micro_usd, USD_DECIMALS) };
  const window = Number(row.window_number);
  const source = `price-history:${row.id}`;
  if (row.kind === 'start') await recordNews(tx, 'sale-opened', { ...price, window }, now, source);
  if (row.kind === 'phase') await recordNews(tx, 'phase-changed', { ...price, window }, now, source);
  if (row.kind === 'window')
    await recordNews(tx, 'window-restarted', { ...price, window, since: isoTime(row.at) }, now, source);
  if (row.kind === 'closed') await recordNews(tx, 'sale-closed', price, now, source);
}
