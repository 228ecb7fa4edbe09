import { useId, useState } from 'react';
import { Figure } from '#src/components/ui/Figure.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { readAmountInput } from '#src/lib/money/amount-input.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { solvency } from '#src/lib/money/solvency.ts';
import { planStake } from '#src/lib/money/stake-plan.ts';
import { isPositive } from '#src/lib/money/staking-format.ts';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import { rangeOf } from '#src/lib/text/range-of.ts';
import { AccrualChart } from './AccrualChart.tsx';
import type { PanelProps, PanelsProps } from './panels-props.ts';

const START = { amount: '100000', months: 12 } as const;
const MOST_MONTHS = 36;
const MONTH_SECONDS = (365 * 86_400) / 12;
/** The line is straight: its points are those that a screen reader lists. */
const PARTS = [0, 1, 2, 3, 4] as const;

interface Props extends Pick<PanelProps, 'total' | 'rate' | 'lowest' | 'staked'> {
  /** SYNX that the visitor could stake. */
  readonly available: string | undefined;
}

/**
 * What a whole stake would earn in some months, within what the pool can pay; it begins with what the visitor has and
 * could have staked.
 */
export function StakePlan({ total = '0', rate, lowest, staked: own = '0', available = '0' }: Props) {
  const { t, tag, words, pool } = usePage<PanelsProps>();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  // A typed point or comma is a decimal mark: amounts are grouped only while nobody types.
  const [isTyping, setTyping] = useState(false);
  const [months, setMonths] = useState<number>(START.months);
  const whole = formatUnits(units(own) + units(available), SYNX_DECIMALS);
  const text = typed ?? (isPositive(whole) ? whole : START.amount);
  const { amount } = readAmountInput(text, SYNX_DECIMALS, 'SYNX');
  // The total may be older than the stake.
  const others = units(total) > units(own) ? formatUnits(units(total) - units(own), SYNX_DECIMALS) : '0';
  const planned = (count: number, yearly = rate) =>
    planStake(amount, count, { rate: yearly, total: others, perYear: pool.perYear });
  const { staked, isBeyond } = planned(months);
  const { limit } = solvency(staked, rate, pool.total, pool.perYear);
  const now = Math.floor(Date.now() / 1000);
  const at = (count: number) => ({
    at: now + count * MONTH_SECONDS,
    synx: planned(count).reward,
    least: planned(count, lowest).reward,
  });
  const { least, synx } = at(months);
  const shown = formatPercent(rate, tag, 0, 4);
  return (
    <section className="card mt-4" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('staking.plan.title')}</h2>
      <div className="pair">
        <div className="field">
          <label htmlFor={`${id}-amount`}>{t('staking.plan.amount')}</label>
          <input
            id={`${id}-amount`}
            className="input input-number ltr"
            inputMode="decimal"
            autoComplete="off"
            value={isTyping || !isPositive(amount) ? text : formatNumber(amount, tag, 0, SYNX_DECIMALS)}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <div className="field">
          <label className="row row-between" htmlFor={`${id}-months`}>
            <span>{t('staking.plan.months')}</span>
            <output className="number" htmlFor={`${id}-months`}>
              {formatNumber(String(months), tag)}
            </output>
          </label>
          <input
            id={`${id}-months`}
            className="plan-months"
            type="range"
            min="1"
            max={MOST_MONTHS}
            value={months}
            onChange={({ target }) => setMonths(target.valueAsNumber)}
          />
          <p className="note">{t('staking.confirm.locked')}</p>
        </div>
      </div>
      <Figure label={t('staking.plan.reward')} value={`${rangeOf(least, synx, tag)} SYNX`} />
      <AccrualChart
        label={t('staking.plan.title')}
        today={words.today}
        past={[at(0)]}
        ahead={PARTS.map((part) => at((months * part) / 4))}
      />
      {isBeyond && limit !== null && (
        <p className="warning">
          {t('staking.plan.beyond', {
            staked: formatNumber(staked, tag),
            rate: shown,
            limit: formatNumber(limit, tag),
          })}
        </p>
      )}
      <p className="note">{t('staking.plan.note', { rate: shown })}</p>
    </section>
  );
}

function units(synx: string): bigint {
  return parseDecimal(synx, SYNX_DECIMALS) ?? 0n;
}
