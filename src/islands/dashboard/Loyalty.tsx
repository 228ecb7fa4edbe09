import { StepsBar } from '#src/components/ui/charts/StepsBar.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { LOYALTY_STEPS } from '#src/config/loyalty.ts';
import { NANO_PER_SYNX, SYNX_DECIMALS } from '#src/config/sale.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { formatPercent } from '#src/lib/text/format-number.ts';
import { gapOf } from '#src/lib/text/joins.ts';
import type { DashboardPart, DashboardProps } from './dashboard-props.ts';

/** The holder discount reached, both steps, and the distance to the next one. */
export function Loyalty({ display, holdings, hidden }: Pick<DashboardPart, 'display' | 'holdings' | 'hidden'>) {
  const { t, tag } = usePage<DashboardProps>();
  const { percent, freeShipping, nextAt } = holdings.loyalty;
  const held = parseDecimal(holdings.tokens.purchased, SYNX_DECIMALS) ?? 0n;
  const missing = nextAt === null ? 0n : (parseDecimal(nextAt, SYNX_DECIMALS) ?? 0n) - held;
  const next = LOYALTY_STEPS.find(({ fromSynx }) => String(fromSynx) === nextAt);
  const asPercent = (value: number) => formatPercent(String(value), tag);
  const step = t('dashboard.loyalty.percent', { percent: asPercent(percent) });
  const [last] = LOYALTY_STEPS;
  const partOfLast = (nano: bigint) => Number((nano * 1_000n) / (last.fromSynx * NANO_PER_SYNX)) / 10;
  return (
    <section className="card">
      <h2>{t('dashboard.loyalty')}</h2>
      <StepsBar
        filled={hidden ? 0 : partOfLast(held)}
        steps={[...LOYALTY_STEPS].reverse().map((each) => ({
          at: partOfLast(each.fromSynx * NANO_PER_SYNX),
          label: `${display.synxOpen(String(each.fromSynx))} · ${asPercent(each.percent)}`,
          isReached: !hidden && each.percent <= percent,
        }))}
      />
      <p>
        {[percent === 0 ? t('dashboard.loyalty.none') : step, ...(freeShipping ? [t('dashboard.loyalty.free')] : [])]
          .map(display.text)
          .join(gapOf(tag))}
      </p>
      {missing > 0n && next !== undefined && (
        <p className="note">
          {t('dashboard.loyalty.next', {
            amount: display.synx(formatUnits(missing, SYNX_DECIMALS)),
            percent: asPercent(next.percent),
          })}
        </p>
      )}
    </section>
  );
}
