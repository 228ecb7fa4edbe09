import { eventStatus, SCHEDULE, type ScheduledEvent } from '#src/config/schedule.ts';
import type { StakeView } from '#src/contract/dashboard.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** Every date at `now` (ms): one that went by without a report has passed, not happened (decision 33). */
export async function scheduleAt(db: Db, now: number): Promise<ScheduleEntry[]> {
  return (await currentSchedule(db)).map((event) => ({ key: event.key, ...dateAt(event, now) }));
}

/** The date on which all stakes unlock. Throws RangeError if the schedule has none. */
export function unlockIn(schedule: readonly ScheduleEntry[]): StakeView['unlock'] {
  const entry = schedule.find(({ key }) => key === 'stakeUnlock');
  if (entry === undefined) throw new RangeError('the schedule has no unlock of stakes');
  const { date, basis, status } = entry;
  return { date, basis, status };
}

/** The dates as staff last set them, otherwise as configured. */
export async function currentSchedule(db: Db): Promise<readonly ScheduledEvent[]> {
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
