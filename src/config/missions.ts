import { REVIEW_HOURS } from './limits.ts';
import { AIRDROP_POOL_SYNX } from './sale.ts';

/** Accounts whose name a mission asks for: the call's field for it, and the toast if it is empty. */
export const ACCOUNTS = {
  x: { field: 'xAccount', empty: 'airdrop.xName' },
  youtube: { field: 'youtubeUsername', empty: 'airdrop.youtubeName' },
} as const;
export type SocialAccount = keyof typeof ACCOUNTS;
export type AccountField = (typeof ACCOUNTS)[SocialAccount]['field'];

interface MissionFacts {
  readonly id: string;
  /** The participant's flags that it sets. */
  readonly flags: readonly string[];
  /** The account that it is done with. */
  readonly account?: SocialAccount;
  /** Where it asks for the account's name: on the card or in YouTube's window. The others use the X follow's name. */
  readonly form?: 'card' | 'window';
  /** A submitted X name, a confirmed X follow, a vote cast or open. */
  readonly needs?: 'xName' | 'xFollow' | 'vote';
}

/**
 * Either a person reviews it before it counts, and a call states how far that is; or it counts at once, unless too many
 * wallets of one network claim it (S12); or it has its own calls.
 */
type MissionRow = MissionFacts &
  (
    | { readonly kind: 'reviewed'; readonly status: string; readonly part?: string }
    | { readonly kind: 'instant' | 'checkIn' | 'referral' }
  );

/** What only the server states of a mission. */
interface MissionTerms {
  /** The entry of content/facts.json that states its points. */
  readonly fact: string;
  readonly difficulty: 'Easy' | 'Medium' | 'Hard';
  /** The settings with the addresses that it opens, in order; without any of them nobody can do it. */
  readonly links?: readonly string[];
}

/** The missions in the order of the page; all lists of them follow from this table. */
export const MISSIONS = [
  {
    id: 'xFollow',
    flags: ['xFollowVerified'],
    kind: 'reviewed',
    status: 'x-verification',
    account: 'x',
    form: 'card',
  },
  {
    id: 'socialJoin',
    kind: 'instant',
    flags: ['discordJoined', 'telegramJoined'],
  },
  { id: 'checkIn', kind: 'checkIn', flags: [] },
  {
    id: 'socialShare',
    kind: 'reviewed',
    status: 'social-share',
    flags: ['socialShareCompleted'],
    account: 'x',
    needs: 'xName',
  },
  {
    id: 'youtubeSubscribe',
    kind: 'reviewed',
    status: 'youtube-missions',
    part: 'subscribe',
    flags: ['youtubeChannelSubscribed'],
    account: 'youtube',
    form: 'window',
  },
  {
    id: 'youtubeEngage',
    kind: 'reviewed',
    status: 'youtube-missions',
    part: 'engage',
    flags: ['youtubeVideoEngaged'],
    account: 'youtube',
    form: 'window',
  },
  { id: 'referral', kind: 'referral', flags: [] },
  {
    id: 'voting',
    kind: 'instant',
    flags: ['votingCompleted'],
    needs: 'vote',
  },
  {
    id: 'retweet',
    flags: ['retweetCompleted'],
    kind: 'reviewed',
    status: 'retweet',
    account: 'x',
    needs: 'xFollow',
  },
  {
    id: 'createVideo',
    kind: 'reviewed',
    status: 'video',
    flags: ['videoCompleted'],
  },
] as const satisfies readonly MissionRow[];

/** A table of its own, because everything in MISSIONS is sent to the browser. */
export const MISSION_TERMS = {
  xFollow: { fact: 'airdrop.points.xFollow', difficulty: 'Easy', links: ['PUBLIC_X_URL'] },
  socialJoin: {
    fact: 'airdrop.points.community',
    difficulty: 'Easy',
    links: ['PUBLIC_COMMUNITY_URL', 'PUBLIC_CHANNEL_URL'],
  },
  checkIn: { fact: 'airdrop.points.checkIn', difficulty: 'Easy' },
  socialShare: { fact: 'airdrop.points.socialShare', difficulty: 'Medium' },
  youtubeSubscribe: { fact: 'airdrop.points.youtubeSubscribe', difficulty: 'Easy', links: ['PUBLIC_YOUTUBE_URL'] },
  youtubeEngage: { fact: 'airdrop.points.youtubeEngage', difficulty: 'Medium', links: ['PUBLIC_YOUTUBE_VIDEO_URL'] },
  referral: { fact: 'airdrop.referral', difficulty: 'Hard' },
  voting: { fact: 'airdrop.points.vote', difficulty: 'Medium' },
  retweet: { fact: 'airdrop.points.retweet', difficulty: 'Easy', links: ['PUBLIC_X_POST_URL'] },
  createVideo: { fact: 'airdrop.points.video', difficulty: 'Hard' },
} as const satisfies Readonly<Record<MissionId, MissionTerms>>;

type Mission = (typeof MISSIONS)[number];
type OfKind<Kind extends Mission['kind']> = Extract<Mission, { readonly kind: Kind }>['id'];
export type MissionId = Mission['id'];
export type ReviewedMission = OfKind<'reviewed'>;
export type InstantMission = OfKind<'instant'>;
export type SubmittedMission = ReviewedMission | InstantMission;
export type CardMission = Extract<Mission, { readonly form: 'card' }>['id'];
export type WindowMission = Extract<Mission, { readonly form: 'window' }>['id'];
export type MissionFlag = Mission['flags'][number];
type Terms = (typeof MISSION_TERMS)[MissionId];
export type MissionLink = Extract<Terms, { readonly links: unknown }>['links'][number];

type AnyMission = Omit<MissionFacts, 'flags'> & { readonly flags: readonly MissionFlag[] };

/** A mission's row, in which everything that only some missions have is optional. */
export function missionOf(id: MissionId): AnyMission {
  return MISSIONS.find((mission) => mission.id === id) as AnyMission;
}

/* @__NO_SIDE_EFFECTS__ */
function idsOf<Kind extends Mission['kind']>(...kinds: readonly Kind[]): readonly OfKind<Kind>[] {
  const wanted: readonly string[] = kinds;
  return MISSIONS.flatMap(({ id, kind }) => (wanted.includes(kind) ? [id as OfKind<Kind>] : []));
}

export const MISSION_IDS = idsOf('reviewed', 'instant', 'checkIn', 'referral');
export const REVIEWED_MISSIONS = idsOf('reviewed');
export const INSTANT_MISSIONS = idsOf('instant');
/** Types of POST /api/airdrop/mission; `referral` and `createVideo` have their own calls. */
export const MISSION_TYPES = idsOf('reviewed', 'instant', 'referral');

export const VIDEO_PLATFORMS = ['tiktok', 'youtube', 'instagram'] as const;
export type VideoPlatform = (typeof VIDEO_PLATFORMS)[number];

/** What everyone but the proven wallet sees in place of a name or a referral code (decision 24). */
export const MASKED = '•••';

export const STREAK_CAP = 7;
export const REFERRAL_CODE_LENGTH = 4;
/** Both stated pools in whole SYNX (decision 37). */
export const AIRDROP_POOLS = { shown: String(AIRDROP_POOL_SYNX), estimate: '80000000' } as const;

/** Of the first places. */
export const TROPHIES = ['gold', 'silver', 'bronze'] as const;
export const LEADERBOARD_LISTED = 100;
/** How many of those the page shows. */
export const LEADERBOARD_SHOWN = 20;
/** With so many wallets on the leaderboard a wallet is told its estimate: with fewer, a check-in is worth millions. */
export const ESTIMATE_WALLETS = 100;

/** How long the airdrop page waits, in milliseconds. */
export const AIRDROP_PAGE_TIMES = {
  /** From opening a mission's link to submitting it. */
  submitMs: 2_000,
  /** Between the chat community and the messaging channel, and from the press to submitting both. */
  channelMs: 1_000,
  joinMs: 3_000,
  /** How often the leaderboard is requested again. */
  boardMs: 60_000,
  /** How much of that interval an answer may take. */
  answerMs: 5_000,
  /** How long participant and statuses stay fresh. */
  freshMs: 30_000,
  /** After the third wrong answer of the puzzle. */
  closeMs: 2_000,
} as const;

/** How long the airdrop's server waits, in milliseconds. */
export const AIRDROP_TIMES = {
  /** How long a human check's challenge is valid. */
  challengeMs: 300_000,
  /** How long a passed check counts. */
  humanMs: 1_800_000,
  /** After the third wrong answer. */
  lockMs: 900_000,
  /** From a rejection to the next try of the same mission. */
  resubmitMs: 600_000,
  reviewMs: REVIEW_HOURS * 3_600_000,
} as const;
export const HUMAN_CHECK_TRIES = 3;
