import { Timeline } from '#src/components/ui/charts/Timeline.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { hasDateToCome, STATUS_MARKS } from '#src/config/schedule.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import { inBrackets } from '#src/lib/text/joins.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { paymentTime } from '#src/lib/time/format-time.ts';
import { statusFacts } from '#src/purchase/payment-statuses.ts';
import type { DashboardPart, DashboardText } from './dashboard-props.ts';

interface Props extends Pick<DashboardPart, 't' | 'tag' | 'words' | 'holdings'> {
  /** Address of the calendar file. */
  readonly path: string;
}

interface Entry {
  readonly key: string;
  readonly name: string;
  /** ISO 8601 day; null while none has been announced. */
  readonly day: string | null;
  /** What the project planned; null for what the holder did. */
  readonly planned: ScheduleEntry | null;
}

/** The dates of a holder on one line of time, and in words: what comes next, what was done, and what is overdue. */
export function Dates({ t, tag, words, holdings, path }: Props) {
  const { next, others, overdue } = groupsOf(t, holdings);
  const listed = [...next, ...others, ...overdue];
  const hasNewDate = next.some(({ day }) => day !== null);
  const dated = listed.filter(({ day }) => day !== null);
  const items = (entries: readonly Entry[]) =>
    entries.map((entry) => (
      <DateItem
        key={entry.key}
        {...{ t, tag, entry }}
        number={entry.day === null ? null : dated.indexOf(entry) + 1}
        isNext={next.includes(entry)}
      />
    ));
  return (
    <section className="card wide">
      <h2>{t('dashboard.dates')}</h2>
      <Timeline
        marks={dated.map(({ key, day, planned }) => ({ key, at: Date.parse(day ?? ''), isOwn: planned === null }))}
        now={Date.parse(holdings.asOf)}
        today={t('dashboard.dates.today')}
      />
      <ol className="date-list">{items([...next, ...others])}</ol>
      {overdue.length > 0 && (
        <div className="date-overdue">
          <h3>{words.overdue}</h3>
          {!hasNewDate && <p className="note">{words.overdueWhy}</p>}
          <ol className="date-list">{items(overdue)}</ol>
        </div>
      )}
      {hasDateToCome(Date.parse(holdings.asOf)) && (
        <p className="no-print">
          <Link text={t('calendar.download')} href={path} download />
        </p>
      )}
    </section>
  );
}

interface ItemProps extends Pick<Props, 't' | 'tag'> {
  readonly entry: Entry;
  readonly number: number | null;
  readonly isNext: boolean;
}

function DateItem({ t, tag, entry: { name, day, planned }, number, isNext }: ItemProps) {
  return (
    <li className={`row${planned === null ? ' timeline-own' : ''}${isNext ? ' date-next' : ''}`}>
      <span className="timeline-number" aria-hidden="true">
        {number ?? '–'}
      </span>
      <span className="date-name">
        <span>{name}</span>
        {day !== null && (
          <span className="note">
            <time dateTime={day}>{formatDay(day, tag)}</time>
            {planned !== null && planned.basis !== 'unknown' && (
              <span>{inBrackets(t(`calendar.basis.${planned.basis}`), tag)}</span>
            )}
          </span>
        )}
        {isNext && day === null && <span className="note">{t('calendar.status.unknown')}</span>}
      </span>
      {planned !== null && !isNext && (
        <span className={STATUS_MARKS[planned.status]}>{t(`calendar.status.${planned.status}`)}</span>
      )}
    </li>
  );
}

/** What comes next, what was done and what else is to come, and the dates that passed without a report. */
function groupsOf(t: DashboardText, holdings: Holdings) {
  const entries: readonly Entry[] = holdings.schedule.map((entry) => ({
    ...{ key: entry.key, name: t(`calendar.${entry.key}`) },
    ...{ day: entry.date, planned: entry },
  }));
  const inState = (...states: readonly ScheduleEntry['status'][]) =>
    entries.filter(({ planned }) => planned !== null && states.includes(planned.status));
  const [next, ...later] = byDay(inState('pending', 'unknown'));
  const done = byDay([...inState('happened'), ...ownOf(t, holdings)]);
  return { next: next === undefined ? [] : [next], others: [...done, ...later], overdue: byDay(inState('passed')) };
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
    at !== undefined && own.push({ key, name: t(`dashboard.dates.${key}`), day: at.slice(0, 10), planned: null });
  // The list is not complete where there are very many: its last is not the first of all.
  if (purchasesTotal <= purchases.length) add('first', first);
  if (credited.length > 1 || purchasesTotal > purchases.length) add('latest', latest);
  add('stake', stake?.createdAt);
  return own;
}

/** In the order of their dates, those without one last. */
function byDay(entries: readonly Entry[]): readonly Entry[] {
  const order = ({ day }: Entry) => day ?? '~';
  return [...entries].sort((one, other) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0));
}
