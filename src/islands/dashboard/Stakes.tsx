import { DataTable } from '#src/components/ui/DataTable.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { formatDay } from '#src/lib/time/format-day.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import type { DashboardPart, DashboardProps } from './dashboard-props.ts';

/** Every stake of an address with its next date. */
export function Stakes({ display, holdings }: Pick<DashboardPart, 'display' | 'holdings'>) {
  const { t, tag } = usePage<DashboardProps>();
  const { stakes } = holdings;
  return (
    <section className="card wide" id="stakes">
      <h2>{t('dashboard.stakes')}</h2>
      {stakes.length === 0 ? (
        <p>{t('dashboard.stakes.none')}</p>
      ) : (
        <DataTable
          label={t('dashboard.stakes')}
          columns={[t('dashboard.when'), t('dashboard.stakes.amount'), t('dashboard.stakes.unlock')]}
        >
          <tbody>
            {stakes.map(({ id, kind, amount, createdAt, unlock }) => (
              <tr key={id}>
                <td>{formatTime(createdAt, tag)}</td>
                <td>
                  <span className="ltr">{display.synx(amount)}</span>
                  {kind === 'reversal' && <span className="note">{` ${t('dashboard.stakes.reversal')}`}</span>}
                </td>
                <td>
                  {unlock.date !== null && <span>{formatDay(unlock.date, tag)}</span>}
                  <br />
                  <span className="note">{t(`calendar.status.${unlock.status}`)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </section>
  );
}
