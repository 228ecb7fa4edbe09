import { sql } from 'kysely';
import { rowsOf } from '../database/rows-of.ts';
import type { Tx } from '../database/tables.ts';

/**
 * Adds to each wallet's total, staked or not, which the leaderboards read by index, in 1e-9 SYNX. Wallets are touched
 * in the order of their names; the database refuses a total below zero.
 */
export async function moveHoldings(tx: Tx, changes: ReadonlyMap<string, bigint>): Promise<void> {
  const rows = [...changes]
    .filter(([, change]) => change !== 0n)
    .map(([wallet, change]) => ({ wallet, change }))
    .sort((a, b) => (a.wallet < b.wallet ? -1 : 1));
  // An upsert would be refused for the amount alone if it takes something.
  const losses = rows.filter(({ change }) => change < 0n);
  for (const { wallet, change } of losses) {
    await tx
      .updateTable('wallet_holdings')
      .set({ held: sql<bigint>`held + ${change}` })
      .where('wallet', '=', wallet)
      .execute();
  }
  const gains = rows.filter(({ change }) => change > 0n);
  if (gains.length === 0) return;
  await sql`insert into wallet_holdings (wallet, held)
    select wallet, change from ${rowsOf(tx, { wallet: 'text', change: 'bigint' }, gains)} where true order by place
    on conflict (wallet) do update set held = wallet_holdings.held + excluded.held`.execute(tx);
}
