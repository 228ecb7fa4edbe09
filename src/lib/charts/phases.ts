/** Where the drawing of the planned rates has TGE and today, in percent of its width, and its axis, of its height. */
export const TGE = 28;
export const TODAY = 96;
export const BASE = 78;

/** The height of a rate (percents as decimal text) in the drawing, in percent from the top. */
export function heightOf(rate: string): number {
  return BASE - Number(rate) * 2.6;
}

/** The place of an ISO 8601 day at the true scale from TGE to `now` (ms), in percent of the width. */
export function placeOf(day: string, tge: string, now: number): number {
  const from = Date.parse(tge);
  const share = (Date.parse(day) - from) / (Math.max(now, Date.parse(day)) - from);
  return Math.round((TGE + (TODAY - TGE) * share) * 100) / 100;
}
