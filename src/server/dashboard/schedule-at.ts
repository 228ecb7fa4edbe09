import { SCHEDULE, type ScheduledEvent } from '#src/config/schedule.ts';
import type { ScheduleEntry, StakeRecord } from '#src/contract/dashboard.ts';
import { hasPassed } from '#src/lib/stated-dates.ts';

/** Every date a holder waits for as it stands at `now` (ms): a date that went by unreported has passed, not happened (T9). */
export function scheduleAt(now: number): ScheduleEntry[] {
  return SCHEDULE.map((event) => ({ key: event.key, ...dateAt(event, now) }));
}

/** The date every stake waits for. Throws RangeError when the schedule has none. */
export function unlockAt(now: number): StakeRecord['unlock'] {
  const event = SCHEDULE.find(({ key }) => key === 'stakeUnlock');
  if (event === undefined) throw new RangeError('the schedule has no unlock of stakes');
  return dateAt(event, now);
}

function dateAt({ date, basis, happened }: ScheduledEvent, now: number): StakeRecord['unlock'] {
  const status = happened ? 'happened' : date === null ? 'unknown' : hasPassed(date, now) ? 'passed' : 'pending';
  return { date, basis, status };
}
