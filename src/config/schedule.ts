import { hasPassed, STATED_DATES } from '#src/lib/time/stated-dates.ts';

/** Where a date comes from: the project stated it, it was computed from a statement, or it is unknown. */
export const DATE_BASES = ['stated', 'computed', 'unknown'] as const;
export type DateBasis = (typeof DATE_BASES)[number];

export interface ScheduledEvent {
  readonly key: 'tge' | 'stakeUnlock' | 'rewardsUnlock' | 'claimOpen' | 'withdrawOpen';
  /** ISO 8601 day in UTC; null while none has been announced. */
  readonly date: string | null;
  readonly basis: DateBasis;
  /** Set by hand once it has happened; a date alone triggers nothing (decision 33). */
  readonly happened: boolean;
}

/** What holders wait for (decision 33): TGE four months before the unlock, withdrawal seven days after claiming. */
export const SCHEDULE: readonly ScheduledEvent[] = [
  { key: 'tge', date: '2025-11-01', basis: 'computed', happened: false },
  { key: 'stakeUnlock', date: STATED_DATES.stakeUnlock, basis: 'stated', happened: false },
  { key: 'rewardsUnlock', date: STATED_DATES.rewardsUnlock, basis: 'stated', happened: false },
  { key: 'claimOpen', date: null, basis: 'unknown', happened: false },
  { key: 'withdrawOpen', date: null, basis: 'unknown', happened: false },
];

/** A person reports that something `happened`; `passed` is a date that went by without a report (decision 33). */
export const EVENT_STATUSES = ['happened', 'passed', 'pending', 'unknown'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** The classes of the mark that states a status. */
export const STATUS_MARKS: Readonly<Record<EventStatus, string>> = {
  ...{ happened: 'tag tag-now', passed: 'tag tag-passed', pending: 'tag', unknown: 'tag' },
};

/** An event's state at `now` (ms): one whose date went by without a report has passed, not happened (decision 33). */
export function eventStatus({ date, happened }: ScheduledEvent, now: number): EventStatus {
  return happened ? 'happened' : date === null ? 'unknown' : hasPassed(date, now) ? 'passed' : 'pending';
}

/** Whether a date of the calendar file is still to come at `now` (ms): otherwise nobody needs the file. */
export function hasDateToCome(now: number): boolean {
  return SCHEDULE.some((event) => eventStatus(event, now) === 'pending');
}
