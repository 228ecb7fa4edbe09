import { eventStatus, SCHEDULE, type ScheduledEvent } from '#src/config/schedule.ts';
import type { StakeView } from '#src/contract/dashboard.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import { unlocksAfter } from '#src/lib/allocation/unlocking.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { currentList } from './latest-batch.ts';

/**
 * Every date at `now` (ms): one that went by without a report has passed, not happened (decision 33). A list that is
 * drafted or final names when claiming opens, and what follows from that; a funded contract then does it by itself.
 */
export async function scheduleAt(db: Db, now: number): Promise<ScheduleEntry[]> {
  const [schedule, named] = await Promise.all([currentSchedule(db), datesOfList(db, now)]);
  return schedule.map((event) => ({ key: event.key, ...dateAt({ ...event, ...named[event.key] }, now) }));
}

async function datesOfList(
  db: Db,
  now: number,
): Promise<Partial<Record<ScheduledEvent['key'], Partial<ScheduledEvent>>>> {
  const list = await currentList(db);
  if (list === undefined) return {};
  const contracts = db.selectFrom('distributors').select('funded_at').where('batch', '=', list.id);
  const isFunded = (await contracts.executeTakeFirst())?.funded_at != null;
  const { bought, staked, rewards } = unlocksAfter(list.opens_at / 1_000n);
  const from = (seconds: bigint) => ({
    ...{ date: isoTime(seconds * 1_000n).slice(0, 10), basis: 'stated' as const },
    ...(isFunded && seconds * 1_000n <= BigInt(now) && { happened: true }),
  });
  return {
    claimOpen: from(bought.start),
    stakeUnlock: from(staked.start),
    rewardsUnlock: from(rewards.start),
    withdrawOpen: from(staked.start),
  };
}

/** The date on which all stakes unlock. Throws RangeError if the schedule has none. */
export function unlockIn(schedule: readonly ScheduleEntry[]): StakeView['unlock'] {
  const entry = schedule.find(({ key }) => key === 'stakeUnlock');
  if (entry === undefined) throw new RangeError('the schedule has no unlock of stakes');
  const { date, basis, status } = entry;
  return { date, basis, status };
}

/** The dates as staff last set them, otherwise as configured. */
export async function currentSchedule(db: Db | Tx): Promise<readonly ScheduledEvent[]> {
  const rows = await db.selectFrom('schedule_history').selectAll().orderBy('id').execute();
  const latest = new Map(rows.map((row) => [row.key, row]));
  return SCHEDULE.map((event) => {
    const row = latest.get(event.key);
    return row === undefined
      ? event
      : { key: row.key, date: row.date, basis: row.basis, happened: row.happened === 1n };
  });
}

function dateAt(event: ScheduledEvent, now: number): StakeView['unlock'] {
  return { date: event.date, basis: event.basis, status: eventStatus(event, now) };
}
