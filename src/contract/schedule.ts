import { z } from 'zod';
import { DATE_BASES, EVENT_STATUSES, SCHEDULE } from '#src/config/schedule.ts';

export const scheduleEntrySchema = z.object({
  key: z.enum(SCHEDULE.map(({ key }) => key)),
  date: z.iso.date().nullable(),
  basis: z.enum(DATE_BASES),
  status: z.enum(EVENT_STATUSES),
});
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>;
