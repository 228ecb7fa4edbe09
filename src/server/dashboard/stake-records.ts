import { SYNX_DECIMALS } from '#src/config/sale.ts';
import type { StakeRecord } from '#src/contract/dashboard.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { Db } from '../database/tables.ts';
import { isoTime } from '../util/iso-time.ts';

/** A wallet's stakes and their reversals, newest first, with their next date, `unlock`, and their number. */
export async function stakeRecords(
  db: Db,
  wallet: string,
  limit: number,
  unlock: StakeRecord['unlock'],
): Promise<{ readonly records: readonly StakeRecord[]; readonly total: number }> {
  const rows = await db
    .selectFrom('stakes')
    .select(['id', 'amount', 'created_at'])
    .where('wallet', '=', wallet)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const records = rows.map(
    ({ id, amount, created_at: createdAt }): StakeRecord => ({
      id: String(id),
      kind: amount < 0n ? 'reversal' : 'stake',
      amount: formatUnits(amount < 0n ? -amount : amount, SYNX_DECIMALS),
      createdAt: isoTime(createdAt),
      unlock,
    }),
  );
  return { records, total: rows.length < limit ? rows.length : await stakeCount(db, wallet) };
}

async function stakeCount(db: Db, wallet: string): Promise<number> {
  const { count } = await db
    .selectFrom('stakes')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('wallet', '=', wallet)
    .executeTakeFirstOrThrow();
  return Number(count);
}
