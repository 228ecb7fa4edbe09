/** A time of a row (ms) in ISO 8601. */
export function isoTime(at: bigint): string {
  return new Date(Number(at)).toISOString();
}
