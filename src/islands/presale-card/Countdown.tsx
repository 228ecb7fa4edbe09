import { useEffect, useRef } from 'react';
import { WINDOW_SECONDS } from '#src/config/sale.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { priceIncreaseWidth, timeLeft } from '#src/lib/time/countdown.ts';
import { $pricing } from '#src/stores/presale.ts';
import type { CardText } from './card-text.ts';
import { hasEnded } from './has-ended.ts';
import { useServerClock } from './use-server-clock.ts';

interface Props {
  readonly t: CardText;
  readonly pricing: PresalePricing | undefined;
}

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const;

/**
 * Time until the price window ends. At its end the prices are read again first; then the new window shows (decision 9).
 */
export function Countdown({ t, pricing }: Props) {
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
