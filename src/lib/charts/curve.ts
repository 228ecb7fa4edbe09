export interface CurvePoint {
  readonly at: number;
  readonly value: number;
}

/** The size of a drawing whose width and height are stretched to its place. */
export const CURVE_SIZE = 100;
/** Room above the highest point. */
const HEADROOM = 8;

export interface CurveFrame {
  readonly from: number;
  readonly to: number;
  /** The value at the upper edge; nothing above zero is a flat line at the bottom. */
  readonly top: number;
}

/** The frame of points that begins at zero, at the bottom. */
export function frameOf(points: readonly CurvePoint[]): CurveFrame {
  const times = points.map(({ at }) => at);
  return { from: Math.min(...times), to: Math.max(...times), top: Math.max(0, ...points.map(({ value }) => value)) };
}

/** The line through points in a drawing of CURVE_SIZE; `steps` holds each value until the next point. */
export function curvePath(points: readonly CurvePoint[], frame: CurveFrame, steps = false): string {
  const span = frame.to - frame.from;
  const x = (at: number) => rounded(span <= 0 ? 0 : ((at - frame.from) / span) * CURVE_SIZE);
  const y = (value: number) =>
    rounded(CURVE_SIZE - (frame.top <= 0 ? 0 : (Math.max(0, value) / frame.top) * (CURVE_SIZE - HEADROOM)));
  return points
    .map(({ at, value }, index) => {
      if (index === 0) return `M${x(at)} ${y(value)}`;
      return steps ? `H${x(at)}V${y(value)}` : `L${x(at)} ${y(value)}`;
    })
    .join('');
}

/** The same line, closed along the bottom between its first and last point: the area below it. */
export function areaPath(points: readonly CurvePoint[], frame: CurveFrame, steps = false): string {
  const line = curvePath(points, frame, steps);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const span = frame.to - frame.from;
  const x = (at: number) => rounded(span <= 0 ? 0 : ((at - frame.from) / span) * CURVE_SIZE);
  return `${line}V${CURVE_SIZE}H${x(first.at)}z`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
