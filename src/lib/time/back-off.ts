/** The wait after `failures` failures in a row, in ms: the first wait doubled each time, up to the longest. */
export function backOff(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}
