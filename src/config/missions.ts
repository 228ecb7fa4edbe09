/**
 * The missions; all lists of them follow from this table. A mission's points are a fact of content/facts.json, which
 * `fact` names. Order and difficulty: R9.078-R9.087. `kind`: a person reviews it before it counts (R4.055, YouTube's by
 * R4.062); or it counts at once, unless too many wallets of one network claim it (S12); or it has calls of its own.
 */
export const MISSIONS = [
  { id: 'xFollow', number: 1, fact: 'airdrop.points.xFollow', difficulty: 'Easy', kind: 'reviewed' },
  { id: 'socialJoin', number: 2, fact: 'airdrop.points.community', difficulty: 'Easy', kind: 'instant' },
  { id: 'checkIn', number: 3, fact: 'airdrop.points.checkIn', difficulty: 'Easy', kind: 'checkIn' },
  { id: 'socialShare', number: 4, fact: 'airdrop.points.socialShare', difficulty: 'Medium', kind: 'reviewed' },
  { id: 'youtubeSubscribe', number: 5, fact: 'airdrop.points.youtubeSubscribe', difficulty: 'Easy', kind: 'reviewed' },
  { id: 'youtubeEngage', number: 6, fact: 'airdrop.points.youtubeEngage', difficulty: 'Medium', kind: 'reviewed' },
  { id: 'referral', number: 7, fact: 'airdrop.referral', difficulty: 'Hard', kind: 'referral' },
  { id: 'voting', number: 8, fact: 'airdrop.points.vote', difficulty: 'Medium', kind: 'instant' },
  { id: 'retweet', number: 9, fact: 'airdrop.points.retweet', difficulty: 'Easy', kind: 'reviewed' },
  { id: 'createVideo', number: 10, fact: 'airdrop.points.video', difficulty: 'Hard', kind: 'reviewed' },
] as const satisfies readonly {
  readonly id: string;
  readonly number: number;
  readonly fact: string;
  readonly difficulty: 'Easy' | 'Medium' | 'Hard';
  readonly kind: 'reviewed' | 'instant' | 'checkIn' | 'referral';
}[];

type Mission = (typeof MISSIONS)[number];
type OfKind<Kind extends Mission['kind']> = Extract<Mission, { readonly kind: Kind }>['id'];
export type MissionId = Mission['id'];
export type ReviewedMission = OfKind<'reviewed'>;
export type InstantMission = OfKind<'instant'>;
export type SubmittedMission = ReviewedMission | InstantMission;

function idsOf<Kind extends Mission['kind']>(...kinds: readonly Kind[]): readonly OfKind<Kind>[] {
  const wanted: readonly string[] = kinds;
  return MISSIONS.flatMap(({ id, kind }) => (wanted.includes(kind) ? [id as OfKind<Kind>] : []));
}

export const MISSION_IDS = MISSIONS.map(({ id }) => id);
export const REVIEWED_MISSIONS = idsOf('reviewed');
export const INSTANT_MISSIONS = idsOf('instant');
/** Types of POST /api/airdrop/mission (R3.062-R3.066); `referral` and `createVideo` have separate calls. */
export const MISSION_TYPES = idsOf('reviewed', 'instant', 'referral');

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
