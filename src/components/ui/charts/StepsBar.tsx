interface Step {
  /** Where it is reached, in percent of the bar. */
  readonly at: number;
  readonly label: string;
  readonly isReached: boolean;
}

interface Props {
  /** How far the bar is filled, in percent. */
  readonly filled: number;
  readonly steps: readonly Step[];
}

/** A bar with steps along it; the caller says the same in words. */
export function StepsBar({ filled, steps }: Props) {
  return (
    <div className="steps-bar" aria-hidden="true">
      <svg className="mirrored" width="100%" height="14" aria-hidden="true">
        <rect className="steps-room" y="3" width="100%" height="8" />
        <rect className="ink-full" y="3" width={`${Math.min(100, filled)}%`} height="8" />
        {steps.map(({ at }) => (
          <rect key={at} className="steps-notch" x={`${at}%`} width="2" height="14" transform="translate(-2)" />
        ))}
      </svg>
      {steps.map(({ at, label, isReached }) => (
        <span
          key={at}
          className={isReached ? 'steps-label success' : 'steps-label'}
          style={{ insetInlineEnd: `${100 - at}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}
