import { PHASES } from '#src/config/sale.ts';
import { allot, usdValue, VALUE_PER_MICRO } from '#src/lib/money/quote.ts';
import type { SettledPage } from '#src/server/platform/context/crediting.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { lockSale, phaseIn, phaseStarts, stockFrom } from '../../sale/sale-state.ts';

/** The lowest price of one SYNX, in 10^-26 USD: a smaller payment buys nothing in any phase. */
const CHEAPEST = PHASES.map(({ priceMicroUsd }) => priceMicroUsd * VALUE_PER_MICRO).reduce((low, price) =>
  price < low ? price : low,
);

/**
 * Decides all payments of a page that are worth less than the cheapest SYNX in one commit: a transaction can carry
 * thousands for a dollar. Returns their ids; none if the sale is over, since each is then refunded.
 */
export async function setAsideDust(
  db: Db,
  rows: readonly { readonly id: bigint; readonly amount: string }[],
  { reading, confirmations, decimals, price }: SettledPage,
  now: number,
): Promise<ReadonlySet<bigint>> {
  const worth = rows.map(({ id, amount }) => ({ id, value: usdValue(BigInt(amount), decimals, price.priceE8) }));
  const dust = worth.filter(({ value }) => value < CHEAPEST);
  // For a single one, an ordinary credit costs the same.
  if (dust.length < 2) return new Set();
  const largest = dust.reduce((high, { value }) => (value > high ? value : high), 0n);
  return db.transaction().execute(async (tx) => {
    const sale = await lockSale(tx);
    if (sale.closed_at !== null && reading.blockTime * 1000n > sale.closed_at) return new Set<bigint>();
    const phase = phaseIn(await phaseStarts(tx), reading.blockTime * 1000n);
    if (allot(largest, await stockFrom(tx, phase)).unallotted > 0n) return new Set<bigint>();
    const ids = new Set<bigint>();
    // In a flood most amounts are the same: one write per value, not per payment.
    for (const value of new Set(dust.map((one) => one.value))) {
      const decided = await tx
        .updateTable('payments')
        .set({
          status: 'needs-review',
          reason: 'below-one-token',
          confirmations,
          coin_price_e8: price.priceE8,
          feed_round: price.round,
          worth_micro: value / VALUE_PER_MICRO,
          updated_at: BigInt(now),
        })
        .where(
          'id',
          'in',
          dust.filter((one) => one.value === value).map(({ id }) => id),
        )
        .where('status', '=', 'confirming')
        .where('block_hash', '=', reading.blockHash)
        .where('final', '=', 0n)
        .returning('id')
        .execute();
      for (const { id } of decided) ids.add(id);
    }
    return ids;
  });
}
