import { useStore } from '@nanostores/react';
import { saveFile } from '#src/client/save-file.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { DataTable } from '#src/components/ui/DataTable.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import type { StakeView } from '#src/contract/dashboard.ts';
import { RATE_DECIMALS } from '#src/lib/money/accrual.ts';
import { accrualSeries, accruedAt, dailyAccrual, type Lot } from '#src/lib/money/accrual-series.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { toCsv } from '#src/lib/text/csv.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { $stakingHistory } from '#src/stores/staking.ts';
import { AccrualChart } from './AccrualChart.tsx';
import type { PanelProps, PanelsProps } from './panels-props.ts';

/** Points of the line until now, and of the year ahead: a stake earns simple interest, so that part is straight. */
const POINTS = 60;
const QUARTERS = [0, 1, 2, 3, 4] as const;
const QUARTER_SECONDS = (365 * 86_400) / 4;

/** The wallet's stakes, what each has earned at the current rate, and its growth; nothing without a stake. */
export function History({ rate, lowest }: Pick<PanelProps, 'rate' | 'lowest'>) {
  const { t, tag, words } = usePage<PanelsProps>();
  const { data } = useStore($stakingHistory);
  if (data === undefined || data.stakes.length === 0) return null;
  // The answer has the latest stakes alone: without the others, line and file would state too little.
  const isWhole = data.stakesTotal <= data.stakes.length;
  const now = Math.floor(Date.now() / 1000);
  const perYear = parseDecimal(rate, RATE_DECIMALS) ?? 0n;
  const least = parseDecimal(lowest, RATE_DECIMALS) ?? 0n;
  const lots = data.stakes.map(lotOf);
  const soFar = accruedAt(lots, perYear, now);
  const soFarAtLeast = accruedAt(lots, least, now);
  const at = (time: number) => ({
    at: time,
    synx: synx(accruedAt(lots, perYear, time)),
    least: synx(soFar + accruedAt(lots, least, time) - soFarAtLeast),
  });
  const ahead = QUARTERS.map((quarter) => at(now + quarter * QUARTER_SECONDS));
  return (
    <section className="card mt-4">
      <h2>{t('staking.history.title')}</h2>
      {isWhole && (
        <AccrualChart
          label={t('staking.chart.title')}
          today={words.today}
          past={accrualSeries(lots, perYear, now, POINTS).map((point) => ({ at: point.at, synx: synx(point.accrued) }))}
          ahead={ahead}
        />
      )}
      <p className="note">
        {isWhole
          ? t('staking.plan.note', { rate: formatPercent(rate, tag, 0, 4) })
          : fill(words.latest, { shown: data.stakes.length, total: data.stakesTotal })}
      </p>
      <DataTable
        label={t('staking.history.title')}
        columns={[words.when]}
        figures={[words.amount, t('staking.history.accrued')]}
      >
        <tbody>
          {data.stakes.map((stake) => (
            <tr key={stake.id}>
              <td>
                <span>{formatTime(stake.createdAt, tag)}</span>
                {stake.kind === 'reversal' && <span className="note">{` ${words.reversal}`}</span>}
              </td>
              <td className="end">
                <span className="ltr">{formatNumber(stake.amount, tag, 0, 9)}</span>
              </td>
              <td className="end">
                <span className="ltr">
                  {stake.kind === 'stake' ? formatNumber(synx(accruedAt([lotOf(stake)], perYear, now)), tag, 2) : '–'}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <p className="note">{t('staking.chart.note')}</p>
      {isWhole && (
        <p>
          <Button text={t('staking.history.csv')} onClick={() => saveSeries(lots, perYear, now)} />
        </p>
      )}
    </section>
  );
}

function synx(units: bigint): string {
  return formatUnits(units, SYNX_DECIMALS);
}

/** Saves the stakes' earnings by the end of each day as a CSV file. */
function saveSeries(lots: readonly Lot[], perYear: bigint, now: number): void {
  const days = dailyAccrual(lots, perYear, now);
  const rows = days.map(({ at, accrued }) => [new Date(at * 1000).toISOString(), synx(accrued)]);
  saveFile('synx-accrual.csv', 'text/csv', toCsv([['time', 'accrued_synx'], ...rows]));
}

function lotOf({ kind, amount, createdAt }: StakeView): Lot {
  const units = parseDecimal(amount, SYNX_DECIMALS) ?? 0n;
  return { amount: kind === 'reversal' ? -units : units, from: Math.floor(Date.parse(createdAt) / 1000) };
}
