/** How long we work on one transaction before others get their turn, in milliseconds. */
const SLICE_MS = 500;

/**
 * A limited share of work on one transaction. Anybody can put thousands of transfers into one transaction for less than
 * a dollar, so work stops at the end of a time slice, and the next one goes on with the rest.
 */
export interface TimeSlice {
  /** Whether there is time for another step. True at least once, so that every slice makes progress. */
  hasTime(): boolean;
}

/** A time slice that begins now. */
export function startTimeSlice(milliseconds = SLICE_MS): TimeSlice {
  const until = performance.now() + milliseconds;
  let steps = 0;
  return {
    hasTime: () => {
      steps += 1;
      return steps === 1 || performance.now() < until;
    },
  };
}
