/** Where a moment is: `x` in percent of the line, and how far out, 0 next to it. */
export interface TimelinePlace {
  readonly x: number;
  readonly level: number;
}

/** The moments (ms) at the ends of a line. */
export interface TimelineFrame {
  readonly from: number;
  readonly to: number;
}

/** The least distance between two points of a level, in percent of the line: on a phone, they are as wide. */
const APART = 5;

/** The place of a moment (ms) in percent of the line, with two decimals; of a line without length the beginning. */
export function timelinePlace(time: number, { from, to }: TimelineFrame): number {
  return to > from ? Math.round((10_000 * (time - from)) / (to - from)) / 100 : 0;
}

/** The places of moments (ms, in their order): one that would cover another is further out, so that all are seen. */
export function timelinePlaces(times: readonly number[], frame: TimelineFrame): readonly TimelinePlace[] {
  const latest: number[] = [];
  return times.map((time) => {
    const x = timelinePlace(time, frame);
    const free = latest.findIndex((other) => x - other >= APART);
    const level = free < 0 ? latest.length : free;
    latest[level] = x;
    return { x, level };
  });
}
