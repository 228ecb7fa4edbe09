export interface AxisMark {
  /** From the beginning of the axis, in percent. */
  readonly at: number;
  /** The row above the axis, from 0: marks that would cover each other are in different rows. */
  readonly row: number;
}

/** The least distance of two marks in one row, in percent of the axis. */
const GAP = 7;
/** Room at both ends, in percent. */
const EDGE = 4;
/** The shortest axis, in milliseconds: what is a minute apart is not drawn as a year apart. */
const SHORTEST_MS = 30 * 86_400_000;

/** Marks for moments (ms), in their order, on one axis that contains `now` and is at least thirty days long. */
export function timeAxis(moments: readonly number[], now: number): { marks: readonly AxisMark[]; now: number } {
  const [first, last] = [Math.min(now, ...moments), Math.max(now, ...moments)];
  const spare = Math.max(0, SHORTEST_MS - (last - first)) / 2;
  const start = first - spare;
  const span = last + spare - start;
  const place = (moment: number) => EDGE + ((moment - start) / span) * (100 - 2 * EDGE);
  const ends: number[] = [];
  const marks = new Map<number, AxisMark>();
  const order = moments.map((_, index) => index).sort((one, other) => (moments[one] ?? 0) - (moments[other] ?? 0));
  for (const index of order) {
    const at = place(moments[index] ?? now);
    const free = ends.findIndex((end) => at - end >= GAP);
    const row = free === -1 ? ends.length : free;
    ends[row] = at;
    marks.set(index, { at, row });
  }
  return { marks: moments.map((_, index) => marks.get(index) ?? { at: EDGE, row: 0 }), now: place(now) };
}
