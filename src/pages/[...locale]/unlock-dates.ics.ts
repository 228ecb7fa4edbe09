import type { APIRoute } from 'astro';
import { LOCALES, type Locale } from '#src/config/locales.ts';
import { eventStatus, SCHEDULE } from '#src/config/schedule.ts';
import { localePaths } from '#src/i18n/page-locales.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { calendarFile } from '#src/lib/feeds/calendar-file.ts';
import { inBrackets } from '#src/lib/text/joins.ts';

export const getStaticPaths = localePaths;

/** The stated dates that holders wait for, for import into a calendar. */
export const GET: APIRoute<{ locale: Locale }> = ({ props }) => {
  const t = translatorOf(props.locale);
  const now = new Date(import.meta.env.PUBLIC_SOURCE_TIME);
  const days = SCHEDULE.flatMap((event) => {
    const status = t(`calendar.status.${eventStatus(event, now.getTime())}`);
    const basis =
      event.basis === 'unknown' ? '' : inBrackets(t(`calendar.basis.${event.basis}`), LOCALES[props.locale].tag);
    return event.date === null
      ? []
      : [{ id: event.key, day: event.date, title: `SYNX: ${t(`calendar.${event.key}`)}`, text: `${status}${basis}` }];
  });
  return new Response(calendarFile('SYNX', days, now.toISOString()));
};
