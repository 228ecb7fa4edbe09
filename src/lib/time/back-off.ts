/** How long to wait after `failures` failures in a row, in ms: doubles from the first wait up to the longest. */
export function backOff(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}
