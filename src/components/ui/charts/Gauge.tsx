import { GAUGE_RADIUS, gaugeArc, gaugePoint } from '#src/lib/charts/gauge.ts';

const TICKS = 40;
const LONG = 5;
const INNER = 66;

interface Props {
  /** How full it is, 0 to 1. */
  readonly fill: number;
  /** The same as people read it, in its middle. */
  readonly value: string;
  /** The ends of its scale. */
  readonly ends: readonly [string, string];
}

/** A half dial with an engraved scale; the caller says in words what is measured. */
export function Gauge({ fill, value, ends }: Props) {
  return (
    <div className="gauge" aria-hidden="true">
      <svg className="mirrored" viewBox="-100 -96 200 104" aria-hidden="true">
        <path className="gauge-room" d={gaugeArc(1)} />
        <path className="gauge-full" d={gaugeArc(fill)} />
        <path className="gauge-rim" d={`${gaugeArc(1, GAUGE_RADIUS + 7)}${gaugeArc(1, GAUGE_RADIUS - 7)}`} />
        <path className="gauge-scale" d={SCALE} />
        <path className="gauge-needle" d={needle(fill)} />
      </svg>
      <p className="gauge-value">
        <span className="ltr">{value}</span>
      </p>
      <p className="gauge-ends">
        <span className="ltr">{ends[0]}</span>
        <span className="ltr">{ends[1]}</span>
      </p>
    </div>
  );
}

const SCALE = Array.from({ length: TICKS + 1 }, (_, tick) => {
  const [from, to] = [INNER - (tick % LONG === 0 ? 7 : 3), INNER].map((radius) =>
    gaugePoint(tick / TICKS, radius).join(' '),
  );
  return `M${from}L${to}`;
}).join('');

function needle(fill: number): string {
  return `M${gaugePoint(fill, INNER - 10).join(' ')}L${gaugePoint(fill, GAUGE_RADIUS + 10).join(' ')}`;
}
