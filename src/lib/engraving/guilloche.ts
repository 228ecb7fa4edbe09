type Point = readonly [number, number];

/** A point of a curve given in polar form; angles in radians. */
export type Radius = (angle: number) => number;

/** A closed engraved line around the origin as an SVG path: `radius` at `steps` angles, with `digits` decimals. */
export function closedCurve(radius: Radius, steps: number, digits = 0): string {
  const points = Array.from({ length: steps }, (_, index) => {
    const angle = (2 * Math.PI * index) / steps;
    const r = radius(angle);
    return [r * Math.cos(angle), r * Math.sin(angle)] as const;
  });
  const rounded = ([x, y]: Point): Point => [Number(x.toFixed(digits)), Number(y.toFixed(digits))];
  const middle = (one: Point, other: Point): Point => rounded([(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  // Each point controls a curve between its neighbouring midpoints; relative steps take fewer digits.
  const start = middle(last, first);
  let here = start;
  const step = (to: Point) => to.map((value, axis) => String(Number((value - (here[axis] ?? 0)).toFixed(digits))));
  const bends = points.map((point, index) => {
    const end = middle(point, points[(index + 1) % points.length] ?? first);
    const bend = [...step(rounded(point)), ...step(end)];
    here = end;
    return bend.join(' ');
  });
  return `M${start.join(' ')}q${bends.join(' ').replaceAll(' -', '-')}z`;
}

/** A wave of `petals` around a circle: the one line that a rosette repeats in rotation. */
export function wave(circle: number, height: number, petals: number): Radius {
  return (angle) => circle + height * Math.cos(petals * angle);
}

/** The rotations, in degrees, that evenly interleave `lines` waves of `petals`. */
export function turns(lines: number, petals: number): readonly number[] {
  return Array.from({ length: lines }, (_, index) => Number(((360 * index) / (lines * petals)).toFixed(3)));
}
