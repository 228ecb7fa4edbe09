import { useId } from 'react';
import { Timeline } from '#src/components/ui/charts/Timeline.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { type EventStatus, hasDateToCome, STATUS_MARKS } from '#src/config/schedule.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import { inBrackets } from '#src/lib/text/joins.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { paymentTime } from '#src/lib/time/format-time.ts';
import { statusFacts } from '#src/purchase/payment-statuses.ts';
import type { DashboardPart, DashboardProps, DashboardText } from './dashboard-props.ts';

interface Entry {
  readonly key: string;
  readonly name: string;
  /** ISO 8601, a day or a moment; null while none has been announced. */
  readonly at: string | null;
  /** What the project planned; null for what the holder did. */
  readonly planned: ScheduleEntry | null;
}

/** The dates of a holder in the order of time, up to today and beyond; those that are overdue come first, together. */
export function Dates({ holdings }: Pick<DashboardPart, 'holdings'>) {
  const { t, tag, words, paths } = usePage<DashboardProps>();
  const { overdue, past, ahead, open } = courseOf(t, holdings);
  const title = useId();
  const dated = [...overdue, ...past, ...ahead];
  const itemOf = (entry: Entry) => <DateItem key={entry.key} entry={entry} />;
  return (
    <section className="card">
      <h2>{t('dashboard.dates')}</h2>
      {/* The lists below say the same in words. */}
      <Timeline
        points={dated.map(({ at, planned }) => ({ at: Date.parse(at ?? ''), isPlanned: planned !== null }))}
        now={Date.parse(holdings.asOf)}
        isOpen={open.length > 0}
        today={t('dashboard.dates.today')}
        day={(time) => formatDay(new Date(time).toISOString().slice(0, 10), tag, 'short')}
      />
      {overdue.length > 0 && (
        <div>
          <p className={STATUS_MARKS.passed} id={title}>
            {words.overdue}
          </p>
          <ol className="course" aria-labelledby={title}>
            {overdue.map(itemOf)}
          </ol>
        </div>
      )}
      <ol className="course">
        {past.map(itemOf)}
        <li className="course-today" aria-current="date">
          <span className="course-point" aria-hidden="true" />
          <span className="date-name">
            <strong>{t('dashboard.dates.today')}</strong>
            <time className="note" dateTime={holdings.asOf.slice(0, 10)}>
              {formatDay(holdings.asOf.slice(0, 10), tag)}
            </time>
          </span>
        </li>
        {[...ahead, ...open].map(itemOf)}
      </ol>
      {overdue.length > 0 && ahead.length === 0 && <p className="note">{t('dashboard.dates.why')}</p>}
      {hasDateToCome(Date.parse(holdings.asOf)) && (
        <p className="no-print">
          <Link text={t('calendar.download')} href={paths.calendar} download />
        </p>
      )}
    </section>
  );
}

interface ItemProps {
  readonly entry: Entry;
}

function DateItem({ entry: { name, at, planned } }: ItemProps) {
  const { t, tag } = usePage<DashboardProps>();
  const day = at?.slice(0, 10);
  return (
    <li className={planned === null ? 'course-own' : at === null ? 'course-open' : undefined}>
      <span className="course-point" aria-hidden="true" />
      <span className="date-name">
        <span>{name}</span>
        <span className="row">
          {day !== undefined && (
            <span className="note">
              <time dateTime={day}>{formatDay(day, tag)}</time>
              {planned !== null && planned.basis !== 'unknown' && (
                <span>{inBrackets(t(`calendar.basis.${planned.basis}`), tag)}</span>
              )}
            </span>
          )}
          {planned !== null && planned.status !== 'passed' && (
            <span className={STATUS_MARKS[planned.status]}>{t(`calendar.status.${planned.status}`)}</span>
          )}
        </span>
      </span>
    </li>
  );
}

/** What is overdue, what was until today, what is to come on a day, and what has none, in the order of the schedule. */
function courseOf(t: DashboardText, holdings: Holdings) {
  const planned: readonly Entry[] = holdings.schedule.map((entry) => ({
    ...{ key: entry.key, name: t(`calendar.${entry.key}`), at: entry.date, planned: entry },
  }));
  const dated = planned.filter(({ at }) => at !== null);
  const having = (status: EventStatus) => dated.filter((entry) => entry.planned?.status === status);
  return {
    overdue: inOrder(having('passed')),
    past: inOrder([...having('happened'), ...ownOf(t, holdings)]),
    ahead: inOrder(having('pending')),
    open: planned.filter(({ at }) => at === null),
  };
}

/** What the holder did. */
function ownOf(t: DashboardText, { purchases, purchasesTotal, stakes }: Holdings): readonly Entry[] {
  const credited = purchases
    .filter(({ status }) => statusFacts(status).group === 'credited')
    .map(paymentTime)
    .sort();
  const [latest, first] = [credited.at(-1), credited[0]];
  const stake = stakes.find(({ kind }) => kind === 'stake');
  const own: Entry[] = [];
  const add = (key: 'first' | 'latest' | 'stake', at: string | undefined) =>
    at !== undefined && own.push({ key, name: t(`dashboard.dates.${key}`), at, planned: null });
  // The list is not complete where there are very many: its last is not the first of all.
  if (purchasesTotal <= purchases.length) add('first', first);
  if (credited.length > 1 || purchasesTotal > purchases.length) add('latest', latest);
  add('stake', stake?.createdAt);
  return own;
}

function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const order = ({ at }: Entry) => at ?? '';
  return [...entries].sort((one, other) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0));
}
