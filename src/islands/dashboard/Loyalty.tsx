import type { Holdings } from '#src/contract/dashboard.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { formatPercent } from '#src/lib/text/format-number.ts';
import { gapOf } from '#src/lib/text/joins.ts';
import type { DashboardText } from './dashboard-props.ts';
import type { Display } from './display.ts';

const DECIMALS = 9;

interface Props {
  readonly t: DashboardText;
  readonly display: Display;
  readonly holdings: Holdings;
}

/** The holder discount reached, and the distance to the next one. */
export function Loyalty({ t, display, holdings }: Props) {
  const { percent, freeShipping, nextAt } = holdings.loyalty;
  const missing =
    nextAt === null
      ? null
      : (parseDecimal(nextAt, DECIMALS) ?? 0n) - (parseDecimal(holdings.tokens.purchased, DECIMALS) ?? 0n);
  const step = t('dashboard.loyalty.percent', { percent: formatPercent(String(percent), display.tag) });
  return (
    <section className="card">
      <h2>{t('dashboard.loyalty')}</h2>
      <p>
        {[percent === 0 ? t('dashboard.loyalty.none') : step, ...(freeShipping ? [t('dashboard.loyalty.free')] : [])]
          .map(display.text)
          .join(gapOf(display.tag))}
      </p>
      {missing !== null && missing > 0n && (
        <p className="note">{t('dashboard.loyalty.next', { amount: display.synx(formatUnits(missing, DECIMALS)) })}</p>
      )}
    </section>
  );
}
