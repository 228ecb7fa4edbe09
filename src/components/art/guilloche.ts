/** A point of a curve given in polar form; angles in radians. */
export type Radius = (angle: number) => number;

/**
 * A closed engraved line around the origin as an SVG path: `radius` at `steps` angles, joined by smooth curves. `digits` after
 * the mark are kept.
 */
export function closedCurve(radius: Radius, steps: number, digits = 0): string {
  const points = Array.from({ length: steps }, (_, index) => {
    const angle = (2 * Math.PI * index) / steps;
    const r = radius(angle);
    return [r * Math.cos(angle), r * Math.sin(angle)] as const;
  });
  const write = (number: number) => String(Number(number.toFixed(digits)));
  const middle = (one: readonly [number, number], other: readonly [number, number]) =>
    [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2] as const;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  // Each point bends the line between the middles beside it; T repeats the bend, which keeps the path short.
  const start = middle(last, first);
  const bends = points.map((point, index) => {
    const end = middle(point, points[(index + 1) % points.length] ?? first);
    return `Q${[...point, ...end].map(write).join(' ')}`;
  });
  return `M${start.map(write).join(' ')}${bends.join('')}Z`;
}

/** A wave of `petals` around a circle: the one line of which a rosette is made by turning it. */
export function wave(circle: number, height: number, petals: number): Radius {
  return (angle) => circle + height * Math.cos(petals * angle);
}

/** The turns, in degrees, that lay `lines` waves of `petals` evenly into one another. */
export function turns(lines: number, petals: number): readonly number[] {
  return Array.from({ length: lines }, (_, index) => Number(((360 * index) / (lines * petals)).toFixed(3)));
}
