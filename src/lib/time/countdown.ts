export interface TimeLeft {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

const DAY = 86_400;

/** Time until a price window ends, in parts; past its end, one starts over at `windowSeconds`. */
export function timeLeft(endsAt: number, now: number, windowSeconds: number): TimeLeft {
  const total = secondsLeft(endsAt, now, windowSeconds);
  return {
    days: Math.floor(total / DAY),
    hours: Math.floor((total % DAY) / 3600),
    minutes: Math.floor((total % 3600) / 60),
    seconds: total % 60,
  };
}

function secondsLeft(endsAt: number, now: number, windowSeconds: number): number {
  const seconds = Math.ceil((endsAt - now) / 1000);
  if (seconds > 0) return seconds;
  // n seconds past zero, windowSeconds − n − 1 are left: 6d 23:59:59 in the first second after the end.
  return windowSeconds - 1 - (-seconds % windowSeconds);
}

/** Width of the price-increase bar in percent: days left out of seven, at least 5. */
export function priceIncreaseWidth({ days, hours, minutes, seconds }: TimeLeft): number {
  const left = days + (hours * 3600 + minutes * 60 + seconds) / DAY;
  return Math.min(100, Math.max(5, (left / 7) * 100));
}
