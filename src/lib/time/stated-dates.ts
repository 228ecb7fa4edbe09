/** Dates that the project has stated (decision 33): ISO 8601 days in UTC. Nothing happens by itself when one passes. */
export const STATED_DATES = { stakeUnlock: '2026-03-01', rewardsUnlock: '2026-03-20' } as const;

/** Whether a stated day is over at `now`, in milliseconds since 1970. */
export function hasPassed(day: string, now: number): boolean {
  return now >= Date.parse(day);
}
