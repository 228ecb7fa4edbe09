import { z } from 'zod';
import { DATE_BASES } from '#src/config/schedule.ts';

/** A person reports that something `happened`; `passed` is a date that went by without a report (decision 33). */
export const EVENT_STATUSES = ['happened', 'passed', 'pending', 'unknown'] as const;

export const scheduleEntrySchema = z.object({
  key: z.enum(['tge', 'stakeUnlock', 'rewardsUnlock', 'claimOpen', 'withdrawOpen']),
  date: z.iso.date().nullable(),
  basis: z.enum(DATE_BASES),
  status: z.enum(EVENT_STATUSES),
});
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>;
