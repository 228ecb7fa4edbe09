const DAY_MS = 86_400_000;

/** The UTC day of a time in milliseconds, as YYYY-MM-DD. */
export function utcDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The previous UTC day. */
export function dayBefore(now: number): string {
  return utcDay(now - DAY_MS);
}

/** When the next UTC day begins, in milliseconds. */
export function nextDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}
