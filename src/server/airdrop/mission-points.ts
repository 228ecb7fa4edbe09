import facts from '#content/facts.json' with { type: 'json' };
import { MISSIONS, type MissionId } from '#src/config/missions.ts';

/** A mission's points, as the site states them. */
export function pointsOf(mission: MissionId): number {
  const found = MISSIONS.find(({ id }) => id === mission);
  if (found === undefined) throw new RangeError(`${mission} is not a mission`);
  return Number(facts[found.fact].value);
}

/** `points` for every `views` views of a confirmed video. */
export const VIDEO_BONUS = {
  points: Number(facts['airdrop.points.videoBonus'].value),
  views: Number(facts['airdrop.videoViews'].value),
} as const;

/** Both stated pools in SYNX (decision 37). */
export const POOLS = {
  shown: facts['airdrop.poolShown'].value,
  estimate: facts['airdrop.poolEstimate'].value,
} as const;
