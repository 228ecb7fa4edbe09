/** No list is counted further: what follows would read thousands of rows for each view of a screen. */
export const MOST_COUNTED = 10_000;

/** A count of at most MOST_COUNTED + 1 rows, as text. */
export function countText(count: bigint): string {
  return count > BigInt(MOST_COUNTED) ? `more than ${MOST_COUNTED}` : String(count);
}
