/** How long to wait after `failures` of them in a row: the first wait doubled each time, up to the longest, in ms. */
export function backOff(failures: bigint | number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Number(failures));
}
