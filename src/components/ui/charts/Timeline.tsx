import { type TimelinePlace, timelinePlace, timelinePlaces } from '#src/lib/charts/timeline.ts';
import { useDrawingId, Waves } from './Engraving.tsx';

/** Pixels: from one level to the next, and beyond the last, marks of moments and of today, the cord and its pattern. */
const STEP = 16;
const EDGE = 8;
const RADIUS = 6;
const TODAY = 11;
const CORD = 6;
/** How much of the line is left for what has no date, after the latest one. */
const OPEN = 1 / 9;
/** How close today may be to the label of an end, in percent of the line: closer, it replaces it. */
const BESIDE = 18;

interface Point {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Planned by others, not one's own. */
  readonly isPlanned: boolean;
}

interface Props {
  readonly points: readonly Point[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Something without a date is still to come. */
  readonly isOpen: boolean;
  /** The word for today. */
  readonly today: string;
  readonly day: (time: number) => string;
}

/** Moments along a line at one scale: own ones above it, planned ones below; nothing without a moment but today. */
export function Timeline({ points, now, isOpen, today, day }: Props) {
  const id = useDrawingId();
  const sorted = timesOf(points);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [from, end] = [Math.min(first, now), Math.max(last, now)];
  const frame = { from, to: isOpen && end === now ? end + (end - from) * OPEN : end };
  // Those further out first: a nearer one covers their stems.
  const placed = (isPlanned: boolean) => {
    const side = points.filter((point) => point.isPlanned === isPlanned);
    const places = timelinePlaces(timesOf(side), frame);
    return [...places].sort((one, other) => other.level - one.level);
  };
  const [own, planned] = [placed(false), placed(true)];
  const nowAt = timelinePlace(now, frame);
  const heightOf = (side: readonly TimelinePlace[]) => STEP * Math.max(0, ...side.map(({ level }) => level + 1)) + EDGE;
  const above = heightOf(own);
  return (
    <figure className="timeline" aria-hidden="true">
      <svg className="mirrored" width="100%" height={above + heightOf(planned)} aria-hidden="true">
        <defs>
          <Waves id={id} />
        </defs>
        {/* The upper edge of the cord, where its pattern begins. */}
        <g transform={`translate(0 ${above - CORD / 2})`}>
          <line className="timeline-ahead" x1={`${nowAt}%`} x2="100%" y1={CORD / 2} y2={CORD / 2} />
          <rect width={`${nowAt}%`} height={CORD} fill={`url(#${id})`} />
          {own.map(({ x, level }) => (
            <Mark key={`${x} ${level}`} x={x} y={-RADIUS / 2 - STEP * (level + 1) + CORD} isPlanned={false} />
          ))}
          {planned.map(({ x, level }) => (
            <Mark key={`${x} ${level}`} x={x} y={RADIUS / 2 + STEP * (level + 1)} isPlanned />
          ))}
          <rect className="timeline-today" x={`${nowAt}%`} y={(CORD - TODAY) / 2} width={TODAY} height={TODAY} />
        </g>
      </svg>
      <figcaption>
        <span style={{ flexGrow: nowAt }}>{nowAt >= BESIDE && day(from)}</span>
        <strong>{today}</strong>
        <span style={{ flexGrow: 100 - nowAt }}>{nowAt <= 100 - BESIDE && end > now && day(end)}</span>
      </figcaption>
    </figure>
  );
}

/** The moments of points in their order. */
function timesOf(points: readonly Point[]): readonly number[] {
  return points.map(({ at }) => at).sort((one, other) => one - other);
}

interface MarkProps {
  /** In percent. */
  readonly x: number;
  readonly y: number;
  readonly isPlanned: boolean;
}

/** A coin for what one did, an open ring for what is planned, each at the end of its stem. */
function Mark({ x, y, isPlanned }: MarkProps) {
  const place = { cx: `${x}%`, cy: y };
  return (
    <g className={isPlanned ? 'timeline-planned' : 'streak-done'}>
      <line x1={place.cx} x2={place.cx} y1={isPlanned ? CORD : 0} y2={y} />
      <circle {...place} r={RADIUS} />
      {!isPlanned && <circle {...place} className="streak-rim" r={RADIUS - 2} />}
    </g>
  );
}
