import facts from '#content/facts.json' with { type: 'json' };
import { MISSION_TERMS, type MissionId } from '#src/config/missions.ts';

/** A mission's points, as the site states them. */
export function pointsOf(mission: MissionId): number {
  return Number(facts[MISSION_TERMS[mission].fact].value);
}

/** `points` for every `views` views of a confirmed video. */
export const VIDEO_BONUS = {
  points: Number(facts['airdrop.points.videoBonus'].value),
  views: Number(facts['airdrop.videoViews'].value),
} as const;
