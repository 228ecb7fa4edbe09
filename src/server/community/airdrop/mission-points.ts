import facts from '#content/facts.json' with { type: 'json' };
import { type MissionId, missionOf } from '#src/config/missions.ts';

/** A mission's points, as the site states them. */
export function pointsOf(mission: MissionId): number {
  const { fact } = missionOf(mission);
  return Number(facts[fact].value);
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
