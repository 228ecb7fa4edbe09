import type { PresalePricing } from '#src/contract/presale.ts';
import { formatFixed, parseDecimal } from '#src/lib/money/decimal.ts';
import { formatNumber, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';
import type { CardText } from './card-text.ts';
import { hasEnded } from './has-ended.ts';
import type { CardRates } from './rates.ts';

interface Props {
  readonly t: CardText;
  readonly tag: string;
  readonly pricing: PresalePricing | undefined;
  readonly rates: CardRates;
}

/** The phase's progress in percent, the current price and the price of the next phase. */
export function PhaseProgress({ t, tag, pricing, rates }: Props) {
  const percent = soldPercent(pricing);
  const next = hasEnded(pricing) ? null : (pricing?.nextPhasePrice ?? null);
  return (
    <div className="stack">
      <div>
        <p className="row row-between label">
          <span>{t('presale.progress')}</span>
          <span className="number">
            {pricing === undefined
              ? '–'
              : t('presale.progressText', { percent: formatPercent(percent, tag, 0, 2), phase: pricing.phase })}
          </span>
        </p>
        <progress max={100} value={Number(percent)} aria-label={t('presale.progress')} />
        <p className="note number">
          {pricing === undefined
            ? t('presale.rate.indicative')
            : t('presale.remaining', { tokens: formatNumber(pricing.tokensRemaining, tag) })}
        </p>
      </div>
      <dl className="pair">
        <div>
          <dt className="label">{t('presale.currentPrice')}</dt>
          <dd className="figure">
            <span className={pricing === undefined ? 'ltr sale-soft' : 'ltr'}>{formatUsd(rates.synx, tag, 6)}</span>
          </dd>
        </div>
        <div>
          <dt className="label">{t('presale.nextPrice')}</dt>
          <dd className={next === null && pricing !== undefined ? undefined : 'figure'}>
            {next !== null ? (
              <span className="ltr">{formatUsd(next, tag, 6)}</span>
            ) : pricing === undefined ? (
              '–'
            ) : (
              t('presale.noNextPrice')
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** Percentage of the phase that is sold, truncated to two decimals, as decimal text. */
function soldPercent(pricing: PresalePricing | undefined): string {
  const supply = parseDecimal(pricing?.phaseSupply ?? '', 0);
  const remaining = parseDecimal(pricing?.tokensRemaining ?? '', 0);
  if (supply === null || remaining === null || supply === 0n) return '0';
  return formatFixed(((supply - remaining) * 10_000n) / supply, 2, 2);
}
