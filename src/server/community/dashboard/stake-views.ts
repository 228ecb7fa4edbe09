import { SYNX_DECIMALS } from '#src/config/sale.ts';
import type { StakeView } from '#src/contract/dashboard.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { scheduleAt, unlockIn } from '#src/server/money/sale/schedule-at.ts';
import { countOf } from '#src/server/platform/database/statements.ts';
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
  const own = db.selectFrom('stakes').where('wallet', '=', wallet);
  const latest = own.select(['id', 'amount', 'created_at']).orderBy('id', 'desc').limit(limit);
  const [rows, schedule] = await Promise.all([latest.execute(), scheduleAt(db, now)]);
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
  return { stakes, total: rows.length < limit ? rows.length : await countOf(own), schedule };
}
