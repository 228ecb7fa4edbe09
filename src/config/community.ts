export interface CommunityLink {
  readonly name: string;
  readonly url: string;
}

/** Where the project's public channels are; only confirmed addresses belong here, and without any the heading is hidden. */
export const COMMUNITY_LINKS: readonly CommunityLink[] = [];
