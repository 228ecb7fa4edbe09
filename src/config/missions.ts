/** A mission's points are a fact of content/facts.json; `fact` names it. Order and difficulty: R9.078-R9.087. */
export const MISSIONS = [
  { id: 'xFollow', number: 1, fact: 'airdrop.points.xFollow', difficulty: 'Easy' },
  { id: 'socialJoin', number: 2, fact: 'airdrop.points.community', difficulty: 'Easy' },
  { id: 'checkIn', number: 3, fact: 'airdrop.points.checkIn', difficulty: 'Easy' },
  { id: 'socialShare', number: 4, fact: 'airdrop.points.socialShare', difficulty: 'Medium' },
  { id: 'youtubeSubscribe', number: 5, fact: 'airdrop.points.youtubeSubscribe', difficulty: 'Easy' },
  { id: 'youtubeEngage', number: 6, fact: 'airdrop.points.youtubeEngage', difficulty: 'Medium' },
  { id: 'referral', number: 7, fact: 'airdrop.referral', difficulty: 'Hard' },
  { id: 'voting', number: 8, fact: 'airdrop.points.vote', difficulty: 'Medium' },
  { id: 'retweet', number: 9, fact: 'airdrop.points.retweet', difficulty: 'Easy' },
  { id: 'createVideo', number: 10, fact: 'airdrop.points.video', difficulty: 'Hard' },
] as const satisfies readonly {
  readonly id: string;
  readonly number: number;
  readonly fact: string;
  readonly difficulty: 'Easy' | 'Medium' | 'Hard';
}[];

export type MissionId = (typeof MISSIONS)[number]['id'];
export const MISSION_IDS = MISSIONS.map(({ id }) => id);

/** Types of POST /api/airdrop/mission (R3.062-R3.066); the last two have separate calls. */
export const MISSION_TYPES = [
  'xFollow',
  'socialJoin',
  'socialShare',
  'youtubeSubscribe',
  'youtubeEngage',
  'voting',
  'referral',
  'retweet',
  'createVideo',
] as const;

/** Missions that a person reviews before they count (R4.055, and YouTube's by R4.062). */
export const REVIEWED_MISSIONS = [
  'xFollow',
  'socialShare',
  'youtubeSubscribe',
  'youtubeEngage',
  'retweet',
  'createVideo',
] as const satisfies readonly MissionId[];
export type ReviewedMission = (typeof REVIEWED_MISSIONS)[number];

/** Missions that count at once, unless too many wallets of one network claim them (S12). */
export const INSTANT_MISSIONS = ['socialJoin', 'voting'] as const satisfies readonly MissionId[];
export type InstantMission = (typeof INSTANT_MISSIONS)[number];
export type SubmittedMission = ReviewedMission | InstantMission;

export const VIDEO_PLATFORMS = ['tiktok', 'youtube', 'instagram'] as const;
export type VideoPlatform = (typeof VIDEO_PLATFORMS)[number];

/**
 * Shown to everyone except the proven wallet in place of an X or YouTube name and of a referral code (decision 24):
 * only that there is one.
 */
export const MASKED = '•••';

export const STREAK_CAP = 7;
export const REFERRAL_CODE_LENGTH = 4;
export const LEADERBOARD_LISTED = 100;

/** Waits of the airdrop page, in milliseconds (R4.071-R4.079, R9.093-R9.095). */
export const AIRDROP_PAGE_TIMES = {
  /** Between opening a mission's link and submitting it. */
  submitMs: 2_000,
  /** Between the chat community and the messaging channel, and from the press to submitting both. */
  channelMs: 1_000,
  joinMs: 3_000,
  /** The interval at which the leaderboard is requested again. */
  boardMs: 60_000,
  /** The part of that interval until the answer arrives, at most. */
  answerMs: 5_000,
  /** How long participant and statuses remain fresh. */
  freshMs: 30_000,
  /** After the third wrong answer of the puzzle. */
  closeMs: 2_000,
} as const;

/** Waits of the airdrop's server in milliseconds. */
export const AIRDROP_TIMES = {
  /** The validity of a human check challenge, from its issue. */
  challengeMs: 300_000,
  /** How long a passed check replaces another one. */
  humanMs: 1_800_000,
  /** After the third wrong answer. */
  lockMs: 900_000,
  /** Between a rejection and the next try of the same mission. */
  resubmitMs: 600_000,
  /** Reviews are answered within (R9.097). */
  reviewMs: 86_400_000,
} as const;
export const HUMAN_CHECK_TRIES = 3;
