export interface CommunityLink {
  readonly channel: 'community' | 'x' | 'channel' | 'youtube';
  readonly url: string;
}

const CONFIGURED = [
  { channel: 'community', url: import.meta.env?.PUBLIC_COMMUNITY_URL },
  { channel: 'x', url: import.meta.env?.PUBLIC_X_URL },
  { channel: 'channel', url: import.meta.env?.PUBLIC_CHANNEL_URL },
  { channel: 'youtube', url: import.meta.env?.PUBLIC_YOUTUBE_URL },
] as const;

/** The project's public channels at build time; without any, the footer has no heading for them. */
export const COMMUNITY_LINKS: readonly CommunityLink[] = CONFIGURED.flatMap(({ channel, url }) =>
  url ? [{ channel, url }] : [],
);
