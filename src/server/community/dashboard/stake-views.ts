import { SYNX_DECIMALS } from '#src/config/sale.ts';
import type { StakeView } from '#src/contract/dashboard.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { scheduleAt, unlockIn } from '#src/server/money/sale/schedule-at.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

/** A wallet's stakes and reversals, newest first, with their next date and the schedule it comes from. */
export async function stakeViews(
  db: Db,
  wallet: string,
  limit: number,
  now: number,
): Promise<{
  readonly stakes: readonly StakeView[];
  readonly total: number;
  readonly schedule: readonly ScheduleEntry[];
}> {
  const rowsOf = db
    .selectFrom('stakes')
    .select(['id', 'amount', 'created_at'])
    .where('wallet', '=', wallet)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const [rows, schedule] = await Promise.all([rowsOf, scheduleAt(db, now)]);
  const unlock = unlockIn(schedule);
  const stakes = rows.map(
    ({ id, amount, created_at: createdAt }): StakeView => ({
      id: String(id),
      kind: amount < 0n ? 'reversal' : 'stake',
      amount: formatUnits(amount < 0n ? -amount : amount, SYNX_DECIMALS),
      createdAt: isoTime(createdAt),
      unlock,
    }),
  );
  return { stakes, total: rows.length < limit ? rows.length : await stakeCount(db, wallet), schedule };
}

async function stakeCount(db: Db, wallet: string): Promise<number> {
  const { count } = await db
    .selectFrom('stakes')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('wallet', '=', wallet)
    .executeTakeFirstOrThrow();
  return Number(count);
}
