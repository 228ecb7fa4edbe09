import { Gauge } from '#src/components/ui/charts/Gauge.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { gaugeFill } from '#src/lib/charts/gauge.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { solvency } from '#src/lib/money/solvency.ts';
import { percentOf } from '#src/lib/money/staking-format.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import { plural } from '#src/lib/text/plural.ts';
import type { PanelProps, PanelsProps } from './panels-props.ts';

/** From here on a number of years says no more than that they are many. */
const MANY_YEARS = 1_000;

type Props = Pick<PanelProps, 'total' | 'rate'>;

/** Whether the pool can pay the rate shown: arithmetic with today's total stake, not a promise (decision 35). */
export function Solvency({ total, rate }: Props) {
  const { t, texts, tag, pool } = usePage<PanelsProps>();
  if (total === undefined) return null;
  const { perYear, years, limit } = solvency(total, rate, pool.total, pool.perYear);
  const shown = formatPercent(rate, tag, 0, 4);
  const used = { rate: shown, perYear: formatNumber(perYear, tag) };
  return (
    <section className="card solvency">
      <h2>{t('staking.solvency.title')}</h2>
      <div className="solvency-parts">
        <div className="stack">
          <p>
            {years === null
              ? t('staking.solvency.none')
              : Number(years) >= MANY_YEARS
                ? t('staking.solvency.long', { ...used, years: formatNumber(String(MANY_YEARS), tag) })
                : fill(plural(texts, 'staking.solvency.years', Number(years), tag), {
                    ...used,
                    years: formatNumber(years, tag, 0, 1),
                  })}
          </p>
          {limit !== null && (
            <p className="note">{t('staking.solvency.limit', { rate: shown, limit: formatNumber(limit, tag) })}</p>
          )}
        </div>
        {limit !== null && <Dial total={total} limit={limit} />}
      </div>
    </section>
  );
}

interface DialProps {
  readonly total: string;
  /** The largest total that the pool pays for. */
  readonly limit: string;
}

function Dial({ total, limit }: DialProps) {
  const { t, tag } = usePage<PanelsProps>();
  const [staked, most] = [total, limit].map((amount) => parseDecimal(amount, SYNX_DECIMALS) ?? 0n) as [bigint, bigint];
  const percent = percentOf(total, limit, 2);
  const shown =
    staked > 0n && Number(percent) === 0 ? `< ${formatPercent('0.01', tag, 2)}` : formatPercent(percent, tag, 0, 2);
  return (
    <div className="solvency-dial">
      <Gauge fill={gaugeFill(staked, most)} value={shown} ends={['0', formatNumber(limit, tag)]} />
      <p className="note">
        <span className="unseen ltr">{shown}</span> <span>{t('staking.solvency.used')}</span>
      </p>
    </div>
  );
}
