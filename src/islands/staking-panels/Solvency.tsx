import { solvency } from '#src/lib/money/solvency.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import { plural } from '#src/lib/text/plural.ts';
import type { PanelsProps, PanelText } from './panels-props.ts';

interface Props {
  readonly t: PanelText;
  readonly texts: PanelsProps['texts'];
  readonly tag: string;
  /** SYNX of all wallets. */
  readonly total: string | undefined;
  /** Percent per year. */
  readonly rate: string;
  readonly pool: PanelsProps['pool'];
}

/** Whether the pool can pay the rate shown: arithmetic with today's total stake, not a promise (decision 35). */
export function Solvency({ t, texts, tag, total, rate, pool }: Props) {
  if (total === undefined) return null;
  const { perYear, years, limit } = solvency(total, rate, pool.total, pool.perYear);
  const shown = formatPercent(rate, tag, 0, 4);
  return (
    <section className="card mt-4">
      <h2>{t('staking.solvency.title')}</h2>
      <p>
        {years === null
          ? t('staking.solvency.none')
          : fill(plural(texts, 'staking.solvency.years', Number(years), tag), {
              rate: shown,
              perYear: formatNumber(perYear, tag),
              years: formatNumber(years, tag, 0, 1),
            })}
      </p>
      {limit !== null && (
        <p className="note">{t('staking.solvency.limit', { rate: shown, limit: formatNumber(limit, tag) })}</p>
      )}
    </section>
  );
}
