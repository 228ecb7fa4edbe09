/** How long to wait after `failures` of them in a row: the first wait doubled each time, up to the longest, in ms. */
export function backOff(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}
