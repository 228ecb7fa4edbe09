interface Props {
  readonly days: number;
  readonly of: number;
}

const STEP = 20;

/** Days in a row as coins in a row; the caller writes the same as a number. */
export function StreakDots({ days, of }: Props) {
  return (
    <svg
      className="streak mirrored"
      viewBox={`0 0 ${of * STEP} ${STEP}`}
      width={of * STEP}
      height={STEP}
      aria-hidden="true"
    >
      {Array.from({ length: of }, (_, day) => STEP / 2 + day * STEP).map((x, day) => (
        <g key={x} className={day < days ? 'streak-done' : 'streak-open'}>
          <circle cx={x} cy={STEP / 2} r="7.5" />
          {day < days && <circle className="streak-rim" cx={x} cy={STEP / 2} r="5" />}
        </g>
      ))}
    </svg>
  );
}
