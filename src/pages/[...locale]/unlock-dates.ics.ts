import type { APIRoute } from 'astro';
import { ICalCalendar, ICalEventTransparency } from 'ical-generator';
import { LOCALES, type Locale } from '#src/config/locales.ts';
import { eventStatus, SCHEDULE } from '#src/config/schedule.ts';
import { localePaths } from '#src/i18n/page-locales.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { inBrackets } from '#src/lib/text/joins.ts';

export const getStaticPaths = localePaths;

/** The stated dates that holders wait for, for import into a calendar: without those that went by. */
export const GET: APIRoute<{ locale: Locale }> = ({ props }) => {
  const t = translatorOf(props.locale);
  const now = new Date(import.meta.env.PUBLIC_SOURCE_TIME);
  const calendar = new ICalCalendar({ name: 'SYNX', prodId: '//SYNX//Dates//EN' });
  for (const event of SCHEDULE) {
    const state = eventStatus(event, now.getTime());
    if (event.date === null || state === 'passed') continue;
    const status = t(`calendar.status.${state}`);
    const basis =
      event.basis === 'unknown' ? '' : inBrackets(t(`calendar.basis.${event.basis}`), LOCALES[props.locale].tag);
    calendar.createEvent({
      // The same in every edition of the file, so that an import replaces the earlier one's.
      id: `${event.key}@synx`,
      stamp: now,
      start: `${event.date}T00:00:00Z`,
      ...{ allDay: true, timezone: 'UTC', transparency: ICalEventTransparency.TRANSPARENT },
      summary: `SYNX: ${t(`calendar.${event.key}`)}`,
      description: `${status}${basis}`,
    });
  }
  return new Response(calendar.toString());
};
