import { USD_DECIMALS } from '#src/config/sale.ts';
import { PRICE_CHANGES_SHOWN, type PriceHistory } from '#src/contract/presale.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { countOf } from '#src/server/platform/database/statements.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

/** The latest rows of the append-only price history (decision 9), newest first, and how many there are. */
export async function priceHistory(db: Db): Promise<PriceHistory> {
  const rows = await db
    .selectFrom('price_history')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(PRICE_CHANGES_SHOWN)
    .execute();
  return {
    entries: rows.map((row) => ({
      at: isoTime(row.at),
      kind: row.kind,
      phase: Number(row.phase),
      price: formatUnits(row.price_micro_usd, USD_DECIMALS),
      windowNumber: Number(row.window_number),
    })),
    total: await countOf(db.selectFrom('price_history')),
  };
}
