import { Figure } from '#src/components/ui/Figure.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { dailyRate, monthlyRate } from '#src/lib/money/staking-format.ts';
import { formatPercent } from '#src/lib/text/format-number.ts';
import type { PanelProps, PanelsProps } from './panels-props.ts';

interface Props extends Pick<PanelProps, 'rate'> {
  /** The books have been handed over: the rate is no longer set here. */
  readonly isClosed: boolean;
}

/** Quantum yield: the yearly rate with its month and day, stated as simple and not guaranteed (decision 34). */
export function YieldPanel({ rate, isClosed }: Props) {
  const { t, tag } = usePage<PanelsProps>();
  const shown = formatPercent(rate, tag, 0, 4);
  return (
    <section className="card">
      <h2>{t('staking.yield.title')}</h2>
      <div className="yield-rates">
        <Figure label={t('staking.yield.apr')} value={shown} />
        <Figure label={t('staking.yield.monthly')} value={formatPercent(monthlyRate(rate), tag, 2)} />
        <Figure label={t('staking.yield.daily')} value={formatPercent(dailyRate(rate), tag, 3)} />
      </div>
      {!isClosed && <p className="note">{t('staking.yield.held', { rate: shown })}</p>}
      <p className="note">{t('staking.yield.simple')}</p>
    </section>
  );
}
