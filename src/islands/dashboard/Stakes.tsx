import { formatDay } from '#src/lib/time/format-day.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import type { DashboardPart } from './dashboard-props.ts';

/** Every stake of an address with its next date. */
export function Stakes({ t, display, holdings }: Pick<DashboardPart, 't' | 'display' | 'holdings'>) {
  const { stakes } = holdings;
  return (
    <section className="card">
      <h2>{t('dashboard.stakes')}</h2>
      {stakes.length === 0 ? (
        <p>{t('dashboard.stakes.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className="data-scroll" tabIndex={0} aria-label={t('dashboard.stakes')}>
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{t('dashboard.when')}</th>
                <th scope="col">{t('dashboard.stakes.amount')}</th>
                <th scope="col">{t('dashboard.stakes.unlock')}</th>
              </tr>
            </thead>
            <tbody>
              {stakes.map(({ id, kind, amount, createdAt, unlock }) => (
                <tr key={id}>
                  <td>{formatTime(createdAt, display.tag)}</td>
                  <td>
                    <span className="ltr">{display.synx(amount)}</span>
                    {kind === 'reversal' && <span className="note">{` ${t('dashboard.stakes.reversal')}`}</span>}
                  </td>
                  <td>
                    {unlock.date !== null && <span>{formatDay(unlock.date, display.tag)}</span>}
                    <br />
                    <span className="note">{t(`calendar.status.${unlock.status}`)}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
