import { MISSION_TERMS, type MissionId, type MissionLink, missionOf } from '#src/config/missions.ts';
import type { MissionsResponse } from '#src/contract/airdrop.ts';
import type { Env } from '#src/server/platform/env/env.ts';

type Target = Pick<MissionsResponse['missions'][number], 'available' | 'reason' | 'targets'>;

/** The project's configured channels (decision 32). */
export function socialLinks(env: Env): MissionsResponse['links'] {
  return {
    x: env.PUBLIC_X_URL ?? null,
    community: env.PUBLIC_COMMUNITY_URL ?? null,
    channel: env.PUBLIC_CHANNEL_URL ?? null,
    youtube: env.PUBLIC_YOUTUBE_URL ?? null,
  };
}

/** A mission's addresses, and whether anybody can do it: not without a configured address. */
export function missionTarget(env: Env, mission: MissionId, hasOpenProposal: boolean): Target {
  const { needs } = missionOf(mission);
  const terms = MISSION_TERMS[mission];
  const links: readonly MissionLink[] = 'links' in terms ? terms.links : [];
  const targets = links.flatMap((setting) => env[setting] ?? []);
  if (links.length > 0 && targets.length === 0) return { available: false, reason: 'not-configured', targets };
  if (needs === 'vote' && !hasOpenProposal) return { available: false, reason: 'no-open-proposal', targets };
  return { available: true, reason: null, targets };
}
