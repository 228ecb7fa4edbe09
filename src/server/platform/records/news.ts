import type { Selectable } from 'kysely';
import { USD_DECIMALS } from '#src/config/sale.ts';
import type { NewsData, NewsEvent } from '#src/contract/records.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { Tables, Tx } from '../database/tables.ts';
import { isoTime } from '../util/iso-time.ts';
import { appendRecord } from './append-record.ts';

/** Appends to the system log; `source` identifies the event, which is reported only once. */
export async function recordNews<Event extends NewsEvent>(
  tx: Tx,
  { event, data, source }: { readonly event: Event; readonly data: NewsData<Event>; readonly source: string },
  at: bigint,
): Promise<void> {
  await appendRecord(tx, { kind: 'news', event, data, at, subject: null, wallet: null, source });
}

/** Adds a row of the price history, recorded at `now` (ms), to the system log. */
export async function tellPriceChange(tx: Tx, row: Selectable<Tables['price_history']>, now: bigint): Promise<void> {
  const price = { phase: Number(row.phase), price: formatUnits(row.price_micro_usd, USD_DECIMALS) };
  const window = Number(row.window_number);
  const source = `price-history:${row.id}`;
  if (row.kind === 'start') await recordNews(tx, { event: 'sale-opened', data: { ...price, window }, source }, now);
  if (row.kind === 'phase') await recordNews(tx, { event: 'phase-changed', data: { ...price, window }, source }, now);
  if (row.kind === 'window')
    await recordNews(
      tx,
      { event: 'window-restarted', data: { ...price, window, since: isoTime(row.at) }, source },
      now,
    );
  if (row.kind === 'closed') await recordNews(tx, { event: 'sale-closed', data: price, source }, now);
}
