/** Dates the project has stated (R9.067, R9.070, decision 33): ISO 8601 days in UTC. Passing one triggers nothing. */
export const STATED_DATES = { stakeUnlock: '2026-03-01', rewardsUnlock: '2026-03-20' } as const;

/** Tells whether a stated day is over at `now`, in milliseconds since 1970. */
export function hasPassed(day: string, now: number): boolean {
  return now >= Date.parse(day);
}
