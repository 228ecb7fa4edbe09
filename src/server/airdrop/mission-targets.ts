import type { MissionId } from '#src/config/missions.ts';
import type { MissionsResponse } from '#src/contract/airdrop.ts';
import type { Env } from '../env/env.ts';

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

/** A mission's link, and whether the mission can be done: one without a configured address cannot. */
export function missionTarget(env: Env, mission: MissionId, hasOpenProposal: boolean): Target {
  const needed: Partial<Record<MissionId, readonly (string | undefined)[]>> = {
    xFollow: [env.PUBLIC_X_URL],
    socialJoin: [env.PUBLIC_COMMUNITY_URL, env.PUBLIC_CHANNEL_URL],
    youtubeSubscribe: [env.PUBLIC_YOUTUBE_URL],
    youtubeEngage: [env.PUBLIC_YOUTUBE_VIDEO_URL],
    retweet: [env.PUBLIC_X_POST_URL],
  };
  const targets = needed[mission]?.filter((address) => address !== undefined);
  if (targets?.length === 0) return { available: false, reason: 'not-configured', targets };
  if (mission === 'voting' && !hasOpenProposal) return { available: false, reason: 'no-open-proposal', targets: [] };
  return { available: true, reason: null, targets: targets ?? [] };
}
