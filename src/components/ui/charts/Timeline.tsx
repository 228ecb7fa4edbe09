import { timeAxis } from '#src/lib/charts/time-axis.ts';

interface Mark {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of the visitor's own doing, and not of the project's. */
  readonly isOwn: boolean;
}

interface Props {
  /** In the order in which they are numbered, from 1. */
  readonly marks: readonly Mark[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The word for now. */
  readonly today: string;
}

/** Numbered dates on one line of time with today; the caller lists the same numbers with names and dates. */
export function Timeline({ marks, now, today }: Props) {
  const axis = timeAxis(
    marks.map(({ at }) => at),
    now,
  );
  const rows = Math.max(1, ...axis.marks.map(({ row }) => row + 1));
  return (
    <div className="timeline" aria-hidden="true" style={{ '--rows': rows } as Record<string, number>}>
      <svg className="timeline-axis mirrored" width="100%" height="10" aria-hidden="true">
        <path className="timeline-line" d="M0 9.5h10000" />
        <rect className="timeline-past" y="1" width={`${axis.now}%`} height="8" />
      </svg>
      <span className="timeline-today" style={{ insetInlineStart: `${axis.now}%` }}>
        <span className="timeline-caption">{today}</span>
      </span>
      {marks.map(({ key, isOwn }, index) => {
        const { at, row } = axis.marks[index] ?? { at: 0, row: 0 };
        return (
          <span
            key={key}
            className={isOwn ? 'timeline-mark timeline-own' : 'timeline-mark'}
            style={{ insetInlineStart: `${at}%`, '--row': row } as Record<string, number | string>}
          >
            <span className="timeline-number">{index + 1}</span>
          </span>
        );
      })}
    </div>
  );
}
