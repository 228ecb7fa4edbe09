/**
 * Whether the run plays the largest matrices and crowds whole: `SYNX_TEST_SIZE=full npm test`. Any other run plays a
 * slice that has something of every kind.
 */
export const IS_FULL = process.env.SYNX_TEST_SIZE === 'full';

/** The size of a crowd in a full run, or that of its slice. */
export function sized(full: number, slice: number): number {
  return IS_FULL ? full : slice;
}
