import type { ChannelsPayload } from '#src/contract/figures.ts';
import type { Env } from '#src/server/platform/env/env.ts';

type Settings = 'PUBLIC_ORIGIN' | 'PUBLIC_COMMUNITY_URL' | 'PUBLIC_X_URL' | 'PUBLIC_CHANNEL_URL' | 'PUBLIC_YOUTUBE_URL';

/** The project's channels, as this server is configured; without PUBLIC_ORIGIN it does not name the site itself. */
export function channelStatement(env: Pick<Env, Settings>): ChannelsPayload {
  const named = [
    ['site', env.PUBLIC_ORIGIN],
    ['community', env.PUBLIC_COMMUNITY_URL],
    ['x', env.PUBLIC_X_URL],
    ['channel', env.PUBLIC_CHANNEL_URL],
    ['youtube', env.PUBLIC_YOUTUBE_URL],
  ] as const;
  return {
    type: 'synx-channels',
    version: 1,
    channels: named.flatMap(([channel, address]) => (address === undefined ? [] : [{ channel, address }])),
  };
}
