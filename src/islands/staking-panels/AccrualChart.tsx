import { EngravedAreas } from '#src/components/ui/charts/Engraving.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { areaPath, CURVE_SIZE, type CurvePoint, curvePath } from '#src/lib/charts/curve.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { rangeOf } from '#src/lib/text/range-of.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import type { PanelsProps } from './panels-props.ts';

/** How close today may be to the label of an end, in percent of the line: closer to the beginning, it replaces it. */
const BESIDE = 25;

interface Point {
  /** Seconds since 1970. */
  readonly at: number;
  /** SYNX as decimal text. */
  readonly synx: string;
  /** The lower end where it is a range. */
  readonly least?: string;
}

interface Props {
  readonly label: string;
  /** The word for today. */
  readonly today: string;
  /** What has accrued until now, oldest first. */
  readonly past: readonly Point[];
  /** From now on, at the rate of today, or between two rates. */
  readonly ahead: readonly Point[];
}

/** Accrued rewards: a line to today, a broken one ahead or two for a range, at one scale; floats only place points. */
export function AccrualChart({ label, today, past, ahead }: Props) {
  const { tag } = usePage<PanelsProps>();
  const [first, now, end] = [past[0], ahead[0], ahead.at(-1)];
  if (first === undefined || now === undefined || end === undefined) return null;
  const frame = { from: first.at, to: end.at, top: Number(end.synx) };
  const [done, expected] = [past, ahead].map((points) => points.map(asCurve)) as [CurvePoint[], CurvePoint[]];
  const least = ahead.flatMap(({ at, least: synx }) => (synx === undefined ? [] : [asCurve({ at, synx })]));
  const between = `${curvePath(expected, frame)}${curvePath([...least].reverse(), frame).replace('M', 'L')}z`;
  const synx = (point: Point) => {
    if (point.least === undefined || point.least === point.synx)
      return `${formatNumber(point.synx, tag, point.least === undefined ? 2 : 0, 2)} SYNX`;
    return `${rangeOf(point.least, point.synx, tag)} SYNX`;
  };
  const day = (at: number) => formatDay(new Date(at * 1000).toISOString().slice(0, 10), tag, 'short');
  const nowAt = ((now.at - frame.from) / (frame.to - frame.from)) * 100;
  return (
    <figure className="accrual">
      <svg
        className="accrual-curve mirrored"
        role="img"
        aria-label={`${label}: ${day(first.at)} – ${day(end.at)}, ${synx(end)}`}
      >
        <EngravedAreas paths={[areaPath(done, frame), least.length > 0 ? between : '']} />
        <svg viewBox={`0 0 ${CURVE_SIZE} ${CURVE_SIZE}`} preserveAspectRatio="none" aria-hidden="true">
          {least.length > 0 && <path className="accrual-ahead" d={curvePath(least, frame)} />}
          <path className="accrual-ahead" d={curvePath(expected, frame)} />
          <path className="accrual-done" d={curvePath(done, frame)} />
          <path className="accrual-base" d={`M0 ${CURVE_SIZE}H${CURVE_SIZE}`} />
        </svg>
      </svg>
      <span className="accrual-today" style={{ insetInlineStart: `${nowAt}%` }} aria-hidden="true" />
      <figcaption className="accrual-ends" aria-hidden="true">
        {nowAt < BESIDE ? (
          <span style={{ marginInlineStart: `${nowAt}%` }}>
            <End day={today} amount={synx(now)} />
          </span>
        ) : (
          <End day={day(first.at)} amount={synx(first)} />
        )}
        {nowAt >= BESIDE && nowAt <= 100 - BESIDE && (
          <span className="accrual-now" style={{ insetInlineStart: `${nowAt}%` }}>
            <End day={today} amount={synx(now)} />
          </span>
        )}
        <End day={day(end.at)} amount={synx(end)} />
      </figcaption>
      <ul className="unseen" aria-label={label}>
        {(first.at < now.at ? [first, ...ahead] : ahead).map((point) => (
          <li key={point.at}>{`${day(point.at)}: ${synx(point)}`}</li>
        ))}
      </ul>
    </figure>
  );
}

function End({ day, amount }: { readonly day: string; readonly amount: string }) {
  return (
    <span className="accrual-end">
      <span>{day}</span>
      <span className="ltr">{amount}</span>
    </span>
  );
}

function asCurve({ at, synx }: Point): CurvePoint {
  return { at, value: Number(synx) };
}
