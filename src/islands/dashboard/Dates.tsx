import type { ScheduleEntry } from '#src/contract/schedule.ts';
import { inBrackets } from '#src/lib/text/joins.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import type { DashboardText } from './dashboard-props.ts';

interface Props {
  readonly t: DashboardText;
  readonly tag: string;
  readonly schedule: readonly ScheduleEntry[];
  /** Address of the calendar file. */
  readonly path: string;
}

/** The dates a holder waits for, as the server states them now. */
export function Dates({ t, tag, schedule, path }: Props) {
  return (
    <section className="card">
      <h2>{t('staking.dates.title')}</h2>
      <ul className="dates">
        {schedule.map(({ key, date, basis, status }) => (
          <li key={key}>
            <span>{t(`calendar.${key}`)}</span>
            {date !== null && (
              <span>
                <time dateTime={date}>{formatDay(date, tag)}</time>
                {basis !== 'unknown' && <span className="note">{inBrackets(t(`calendar.basis.${basis}`), tag)}</span>}
              </span>
            )}
            <span className={`tag${TONES[status] ?? ''}`}>{t(`calendar.status.${status}`)}</span>
          </li>
        ))}
      </ul>
      <p>
        <a className="link" href={path} download>
          {t('calendar.download')}
        </a>
      </p>
    </section>
  );
}

const TONES: Partial<Record<ScheduleEntry['status'], string>> = { passed: ' tag-passed', happened: ' tag-now' };
