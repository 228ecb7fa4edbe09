import { closedCurve, turns, wave } from '#src/lib/engraving/guilloche.ts';

/**
 * Rings of a guilloché as on banknotes: circle, height, petals, lines and points per petal of each. The outermost has
 * half of all points, and its low petals need fewer.
 */
const RINGS = [
  [468, 18, 60, 4, 4],
  [372, 66, 24, 8, 6],
  [262, 92, 14, 12, 6],
  [150, 62, 18, 10, 6],
  [66, 34, 10, 8, 6],
] as const;

export interface RosetteRing {
  /** One line of the ring, around the origin, as an SVG path. */
  readonly path: string;
  /** The rotations of that line, in degrees, that make up the ring. */
  readonly turns: readonly number[];
}

/** The rings of a rosette of radius 500, from the outermost. */
export const ROSETTE: readonly RosetteRing[] = RINGS.map(([circle, height, petals, lines, points]) => ({
  path: closedCurve(wave(circle, height, petals), petals * points),
  turns: turns(lines, petals),
}));
