import { Timeline } from '#src/components/ui/charts/Timeline.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { hasDateToCome } from '#src/config/schedule.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import { inBrackets } from '#src/lib/text/joins.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { statusFacts } from '#src/purchase/payment-statuses.ts';
import type { DashboardPart, DashboardText } from './dashboard-props.ts';

interface Props extends Pick<DashboardPart, 't' | 'tag' | 'holdings'> {
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

/** The dates of a holder on one line of time: what was done, and what is waited for as the server states it now. */
export function Dates({ t, tag, holdings, path }: Props) {
  const entries = entriesOf(t, holdings);
  const dated = entries.filter(({ day }) => day !== null);
  return (
    <section className="card wide">
      <h2>{t('dashboard.dates')}</h2>
      <Timeline
        marks={dated.map(({ key, day, planned }) => ({ key, at: Date.parse(day ?? ''), isOwn: planned === null }))}
        now={Date.parse(holdings.asOf)}
        today={t('dashboard.dates.today')}
      />
      <ol className="date-list">
        {entries.map((entry, index) => (
          <DateItem key={entry.key} t={t} tag={tag} entry={entry} number={entry.day === null ? null : index + 1} />
        ))}
      </ol>
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
}

function DateItem({ t, tag, entry: { name, day, planned }, number }: ItemProps) {
  return (
    <li className={planned === null ? 'row timeline-own' : 'row'}>
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
      </span>
      {planned !== null && (
        <span className={`tag${TONES[planned.status] ?? ''}`}>{t(`calendar.status.${planned.status}`)}</span>
      )}
    </li>
  );
}

/** All of them in the order of their dates, those without one last. */
function entriesOf(t: DashboardText, { schedule, purchases, purchasesTotal, stakes }: Holdings): readonly Entry[] {
  const credited = purchases
    .filter(({ status }) => statusFacts(status).group === 'credited')
    .map((purchase) => purchase.paidAt ?? purchase.createdAt)
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
  const planned = schedule.map((entry) => ({
    ...{ key: entry.key, name: t(`calendar.${entry.key}`) },
    ...{ day: entry.date, planned: entry },
  }));
  const order = ({ day }: Entry) => day ?? '~';
  return [...planned, ...own].sort((one, other) =>
    order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0,
  );
}

const TONES: Partial<Record<ScheduleEntry['status'], string>> = { passed: ' tag-passed', happened: ' tag-now' };
