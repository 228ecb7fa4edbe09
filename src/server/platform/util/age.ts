/** How old a time is at `now`, in ms. One that lies ahead is the word of a wrong clock, and must not stay new. */
export function ageOf(at: bigint | number, now: number): number {
  return Math.abs(now - Number(at));
}
