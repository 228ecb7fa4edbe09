import { query } from '#src/client/query.ts';
import type { DateBasis, STATUS_MARKS } from '#src/config/schedule.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { inBrackets } from '#src/lib/text/joins.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { pageData, part } from '#src/scripts/shared/dom.ts';

/** The data of the list of dates for its script. */
export interface DatesData {
  readonly tag: string;
  readonly status: Readonly<Record<ScheduleEntry['status'], string>>;
  readonly marks: typeof STATUS_MARKS;
  readonly basis: Readonly<Record<DateBasis, string>>;
}

/** Replaces the build's dates with the server's; without an answer the page stays as it is. */
async function refreshDates(): Promise<void> {
  const { tag, status, marks, basis } = pageData<DatesData>('dates-data');
  const { schedule } = await query<SiteConfig>('/api/config');
  for (const entry of schedule) {
    const row = document.querySelector<HTMLElement>(`[data-event="${entry.key}"]`);
    if (row === null) continue;
    const mark = part(row, 'status');
    part(row, 'date').textContent =
      entry.date === null ? '' : formatDay(entry.date, tag) + inBrackets(basis[entry.basis], tag);
    mark.textContent = status[entry.status];
    mark.className = marks[entry.status];
  }
}

refreshDates().catch((error: unknown) => console.warn(error));
