import { closedCurve, type Radius, turns } from './guilloche.ts';

interface EngravedRing {
  /** One line of the ring, around the origin, as an SVG path. */
  readonly path: string;
  /** The rotations of that line, in degrees, that make up the ring. */
  readonly turns: readonly number[];
  /** Banknotes are printed in two inks. */
  readonly ink: 'first' | 'second';
}

/** Lines of a whole drawing, whatever the hash: more would be slow to paint, and grey. */
export const MOST_LINES = 60;

/** The drawing's outermost line stays within this distance from its centre. */
export const ENGRAVING_RADIUS = 500;

/** Rings from the outermost: mean radius, height of its wave, fewest petals, and the inks. */
const RINGS = [
  { radius: 446, height: 50, petals: 30, ink: 'first' },
  { radius: 350, height: 104, petals: 12, ink: 'first' },
  { radius: 262, height: 84, petals: 10, ink: 'second' },
  { radius: 196, height: 104, petals: 8, ink: 'first' },
  { radius: 110, height: 70, petals: 6, ink: 'first' },
  { radius: 48, height: 42, petals: 5, ink: 'second' },
] as const;

const BYTES_OF_A_RING = 5;
const FEWEST_LINES = 6;
/** Of a transaction's hash. */
const HASH = /^0x[0-9a-f]{64}$/i;

/** The engraving of a hash, outermost ring first; each byte changes it. Throws RangeError for another text. */
export function hashEngraving(hash: string): readonly EngravedRing[] {
  if (!HASH.test(hash)) throw new RangeError('an engraving needs a hash of 32 bytes');
  const bytes = Array.from({ length: 32 }, (_, index) => Number.parseInt(hash.slice(2 + 2 * index, 4 + 2 * index), 16));
  // The last two bytes belong to no ring: they turn and swell the whole.
  const [tilt = 0, swell = 0] = bytes.slice(RINGS.length * BYTES_OF_A_RING);
  return RINGS.map((ring, index) => {
    const [shape = 0, height = 0, depth = 0, mix = 0, phase = 0] = bytes.slice(index * BYTES_OF_A_RING);
    const petals = ring.petals + (shape % 8);
    const wave = petalWave(
      ring.radius + (depth - 128) / 16 + (swell - 128) / 32,
      ring.height * (0.6 + (0.4 * height) / 255),
      { petals, share: 0.08 + (0.42 * mix) / 255, phase: (2 * Math.PI * phase) / 256 },
    );
    const lines = FEWEST_LINES + (depth % (MOST_LINES / RINGS.length - FEWEST_LINES + 1));
    const start = (360 / petals) * (shape / 256) + (360 * tilt) / 256;
    return {
      path: closedCurve(wave, petals * 12, 1),
      turns: turns(lines, petals).map((turn) => Number((turn + start).toFixed(3))),
      ink: ring.ink,
    };
  });
}

interface Petals {
  readonly petals: number;
  /** Of the finer wave, from 0 to 1. */
  readonly share: number;
  /** Of the finer wave, in radians. */
  readonly phase: number;
}

/** A wave of petals around a circle, with a finer one on it; never higher than `height` on either side. */
function petalWave(circle: number, height: number, { petals, share, phase }: Petals): Radius {
  return (angle) =>
    circle + height * ((1 - share) * Math.cos(petals * angle) + share * Math.cos(3 * petals * angle + phase));
}
