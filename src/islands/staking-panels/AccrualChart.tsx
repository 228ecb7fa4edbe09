import { formatNumber } from '#src/lib/text/format-number.ts';
import { formatDay } from '#src/lib/time/format-day.ts';

const WIDTH = 640;
const HEIGHT = 180;
const FOOT = 22;

interface Props {
  readonly label: string;
  readonly tag: string;
  /** Seconds since 1970 with SYNX as decimal text, oldest first. */
  readonly points: readonly { readonly at: number; readonly synx: string }[];
}

/** A line of accrued rewards, drawn as SVG; its ends are next to it as text. Floats carry positions only. */
export function AccrualChart({ label, tag, points }: Props) {
  const [first, last] = [points[0], points[points.length - 1]];
  if (first === undefined || last === undefined) return null;
  const span = Math.max(1, last.at - first.at);
  const top = Math.max(Number(last.synx), Number.MIN_VALUE);
  const path = points
    .map(({ at, synx }, index) => {
      const x = ((at - first.at) / span) * WIDTH;
      const y = HEIGHT - (Number(synx) / top) * (HEIGHT - 12);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
  const day = (at: number) => formatDay(new Date(at * 1000).toISOString().slice(0, 10), tag, 'short');
  const end = `${formatNumber(last.synx, tag, 2)} SYNX`;
  return (
    <svg
      className="drawing chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`}
      role="img"
      aria-label={`${label}: ${day(first.at)} – ${day(last.at)}, ${end}`}
    >
      <path d={`M0 ${HEIGHT}H${WIDTH}`} strokeOpacity="0.4" />
      <path d={path} strokeWidth="2" />
      <text x="0" y={HEIGHT + FOOT - 4}>
        {day(first.at)}
      </text>
      <text x={WIDTH} y={HEIGHT + FOOT - 4} textAnchor="end">
        {day(last.at)}
      </text>
      <text x="0" y="14">
        {end}
      </text>
    </svg>
  );
}
