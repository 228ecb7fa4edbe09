import { Figure } from '#src/components/ui/Figure.tsx';
import { dailyRate, monthlyRate } from '#src/lib/money/staking-format.ts';
import { formatPercent } from '#src/lib/text/format-number.ts';
import type { PanelProps } from './panels-props.ts';

/** Quantum yield: the yearly rate with its month and day, stated as simple and not guaranteed (decision 34). */
export function YieldPanel({ t, tag, rate }: Pick<PanelProps, 't' | 'tag' | 'rate'>) {
  return (
    <section className="card">
      <h2>{t('staking.yield.title')}</h2>
      <Figure label={t('staking.yield.apr')} value={formatPercent(rate, tag, 0, 4)} />
      <div className="pair">
        <Figure label={t('staking.yield.monthly')} value={formatPercent(monthlyRate(rate), tag, 2)} />
        <Figure label={t('staking.yield.daily')} value={formatPercent(dailyRate(rate), tag, 3)} />
      </div>
      <p className="note">{t('staking.yield.simple')}</p>
    </section>
  );
}
