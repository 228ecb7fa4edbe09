/** How long we work on one transaction before others get their turn, in milliseconds. */
const TURN_MS = 500;

/**
 * A limited share of work on one transaction. Anybody can put thousands of transfers into one transaction for less than
 * a dollar, so work stops at the end of a turn, and the next turn goes on with the rest.
 */
export interface Turn {
  /** Whether there is time for another step. True at least once, so that every turn makes progress. */
  hasTime(): boolean;
}

/** A turn that begins now. */
export function startTurn(milliseconds = TURN_MS): Turn {
  const until = performance.now() + milliseconds;
  let steps = 0;
  return {
    hasTime: () => {
      steps += 1;
      return steps === 1 || performance.now() < until;
    },
  };
}
