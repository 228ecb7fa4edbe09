import { useEffect, useLayoutEffect, useRef } from 'react';
import { usePage } from '#src/components/ui/page.tsx';
import { useServerClock } from '#src/components/ui/use-server-clock.ts';
import { WINDOW_SECONDS } from '#src/config/sale.ts';
import type { PresalePricing, PresaleStats } from '#src/contract/presale.ts';
import { formatNumber, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';
import { gapOf } from '#src/lib/text/joins.ts';
import { priceIncreaseWidth, timeLeft } from '#src/lib/time/countdown.ts';
import type { CardRates } from '#src/purchase/offer/card-quote.ts';
import { soldPercent } from '#src/purchase/offer/purchase-rules.ts';
import { $pricing, hasEnded } from '#src/stores/presale.ts';
import type { CardProps } from './card-props.ts';

interface Props {
  readonly pricing: PresalePricing | undefined;
}

/** The phase's progress in percent, the current price and the price of the next phase. */
export function PhaseProgress({ pricing, rates }: Props & { readonly rates: CardRates }) {
  const { t, tag } = usePage<CardProps>();
  const percent = Number(soldPercent(pricing));
  // Less than two decimals can state.
  const isLess = percent > 0 && percent < 0.01;
  const next = hasEnded(pricing) ? null : (pricing?.nextPhasePrice ?? null);
  return (
    <div className="stack">
      <div>
        <p className="label">{t('presale.progress')}</p>
        <p className="label number">
          {pricing === undefined
            ? '–'
            : t(isLess ? 'presale.progressLess' : 'presale.progressText', {
                ...{ percent: formatPercent(String(isLess ? 0.01 : percent), tag, 0, 2), phase: pricing.phase },
              })}
        </p>
        <progress max={100} value={percent} aria-label={t('presale.progress')} />
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

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const;

/** Time until the price window ends; at its end the prices are read before the new window shows (decision 9). */
export function Countdown({ pricing }: Props) {
  const { t } = usePage<CardProps>();
  const now = useServerClock(pricing?.serverTime);
  const endsAt = pricing === undefined ? null : Date.parse(pricing.windowEndsAt);
  const asked = useRef<number | null>(null);
  const over = endsAt !== null && now >= endsAt;
  useEffect(() => {
    if (!over || asked.current === endsAt) return;
    asked.current = endsAt;
    $pricing.invalidate();
  }, [over, endsAt]);

  if (hasEnded(pricing)) return null;
  const left = endsAt === null ? null : timeLeft(endsAt, now, WINDOW_SECONDS);
  const last = pricing !== undefined && pricing.nextPhasePrice === null;
  const label = t(last ? 'presale.timeLeftLast' : 'presale.timeLeft');
  return (
    <div className="stack">
      <p className="label">{label}</p>
      <dl className="countdown">
        {UNITS.map((unit) => (
          <div key={unit}>
            <dt>{t(`presale.${unit}`)}</dt>
            <dd className="figure">{left === null ? '–' : String(left[unit]).padStart(2, '0')}</dd>
          </div>
        ))}
      </dl>
      <progress max={100} value={left === null ? 0 : priceIncreaseWidth(left)} aria-label={label} />
    </div>
  );
}

/** What the running price window is and what its end may bring, with the recorded ones before it (decision 9). */
export function PriceWindow({ pricing, onHistory }: Props & { readonly onHistory: () => void }) {
  const { t, tag } = usePage<CardProps>();
  const text = (last: PresalePricing['lastWindow'], number: number, hasRule: boolean) =>
    t(`presale.window.${last ?? 'first'}`, { number }) +
    gapOf(tag) +
    (hasRule ? t('presale.window.rule') + gapOf(tag) : '');
  const isOver = hasEnded(pricing);
  // On the body, where the styles of the whole page read it without a search of the page at each change of the card.
  useLayoutEffect(() => {
    document.body.toggleAttribute('data-ended', isOver);
    return () => document.body.removeAttribute('data-ended');
  }, [isOver]);
  return (
    <p className="note sale-window">
      {pricing === undefined ? (
        <span data-room={text(null, 1, true)} />
      ) : (
        !isOver && <span>{text(pricing.lastWindow, pricing.windowNumber, pricing.nextPhasePrice !== null)}</span>
      )}
      <button className="link-inline" type="button" onClick={onHistory}>
        {t('presale.history')}
      </button>
    </p>
  );
}

interface RaisedProps {
  /** USD as decimal text; undefined until the first answer. */
  readonly total: string | undefined;
}

/** Total USD Raised: credited purchases only. */
export function Raised({ total }: RaisedProps) {
  const { t, tag } = usePage<CardProps>();
  return (
    <dl className="row row-between sale-raised">
      <dt className="label">{t('presale.raised')}</dt>
      <dd className="figure ltr">{total === undefined ? '–' : formatUsd(total, tag)}</dd>
    </dl>
  );
}

/** The server's last recount of the whole ledger, once it has counted a payment, and the way to the visitor's own. */
export function Recounted({ recount }: { readonly recount: PresaleStats['recount'] | undefined }) {
  const { t, tag, recountPath } = usePage<CardProps>();
  const text =
    recount && recount.payments > 0
      ? t('presale.recount', {
          count: formatNumber(String(recount.payments), tag),
          // As formatTime() without seconds: a file of its own would be one more request before the card.
          time: new Date(recount.at).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' }),
        })
      : t('presale.books');
  return (
    <p className="note sale-recount">
      <span>{text}</span>{' '}
      <a className="link-inline" href={recountPath}>
        {t('presale.recountLink')}
      </a>
    </p>
  );
}
