import { z } from 'zod';
import {
  ACCOUNTS,
  type AccountField,
  LEADERBOARD_LISTED,
  MASKED,
  MISSION_IDS,
  MISSION_TYPES,
  MISSIONS,
  type MissionFlag,
  type MissionId,
  STREAK_CAP,
  VIDEO_PLATFORMS,
} from '#src/config/missions.ts';
import { decimalSchema, walletAddressSchema } from './shapes.ts';
import { textSchema } from './texts.ts';

const isoTime = z.string().describe('ISO 8601');
const points = z.number().int();
const flag = z.boolean().optional();
const nullableText = z.string().nullable();

export const airdropWalletParamsSchema = z.object({ wallet: walletAddressSchema });

const missionFlags = Object.fromEntries(
  MISSIONS.flatMap(({ flags }) => flags.map((flag) => [flag, z.boolean()])),
) as Record<MissionFlag, z.ZodBoolean>;

/** The stated fields of a participant, and the others that the cards need. */
export const participantResponseSchema = z.object({
  totalPoints: points.describe('Sum of the ledger; below zero only where points were taken back after others were'),
  provisional: flag.describe(
    'The points are not on the leaderboard until a reviewed mission or a purchase of the wallet counts',
  ),
  dailyCheckInStreak: z.number().int().min(0).max(STREAK_CAP),
  xAccount: z.string().nullable().describe(`${MASKED} for everybody except the proven wallet; null without one`),
  ...missionFlags,
  referralCode: nullableText.describe(
    `${MASKED} for others; null until the proven wallet first reads /api/airdrop/referral-code`,
  ),
  checkedInToday: z.boolean().describe('UTC day'),
  nextCheckInAt: isoTime.describe('ISO 8601; now or earlier when a check-in is open'),
  referral: z
    .enum(['none', 'applied', 'counted'])
    .describe('Of the code this wallet applied: counted once a reviewed mission or a purchase of it counts'),
  underReview: z.array(z.enum(MISSION_IDS as [MissionId, ...MissionId[]])).describe('Missions that wait for a review'),
});
export type Participant = z.infer<typeof participantResponseSchema>;

export const SUBMISSION_STATUSES = ['pending', 'rejected', 'confirmed'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** Why a submission was rejected or points were taken back; the site has a text for each. */
export const REASON_CODES = [
  'account-not-found',
  'account-like-bot',
  'account-taken',
  'action-not-found',
  'rules-not-followed',
  'content-not-public',
  'content-copied',
  'content-unlawful',
  'duplicate',
  'abuse',
  'mistake',
  'other',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

const appealFields = {
  appeal: z.enum(['open', 'granted', 'upheld']).nullable().describe('Null where nobody objected'),
  appealAnswer: nullableText.describe('By staff, to the objection; null for everybody except the proven wallet'),
};

export const submissionSchema = z.object({
  id: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  submittedAt: isoTime,
  dueAt: isoTime.describe('A person has reviewed it by then'),
  decidedAt: isoTime.nullable(),
  reasonCode: z.enum(REASON_CODES).nullable().describe('Of a rejection; null for everybody except the proven wallet'),
  note: z.string().nullable().describe('By the reviewer; null for everybody except the proven wallet'),
  canResubmitAt: isoTime.nullable(),
  proofCode: z
    .string()
    .optional()
    .describe(
      'To be put into the bio or a post of the account, whose name another wallet has used; for the wallet only',
    ),
  ...appealFields,
});
export type Submission = z.infer<typeof submissionSchema>;

/** The status call of a reviewed mission: `submission` is null before the first one. */
export const submissionStatusResponseSchema = z.object({ submission: submissionSchema.nullable() });
export type SubmissionStatusResponse = z.infer<typeof submissionStatusResponseSchema>;

const youtubeStatusSchema = z.object({
  status: z.enum(SUBMISSION_STATUSES).nullable(),
  youtubeUsername: z.string().nullable().describe(`${MASKED} for everybody except the proven wallet`),
  submission: submissionSchema.nullable(),
});
export const youtubeStatusResponseSchema = z.object({
  status: z.object({ subscribe: youtubeStatusSchema, engage: youtubeStatusSchema }),
});
export type YoutubeStatusResponse = z.infer<typeof youtubeStatusResponseSchema>;

export const videoStatusResponseSchema = z.object({
  status: z.enum(SUBMISSION_STATUSES).nullable(),
  platform: z.enum(VIDEO_PLATFORMS).nullable(),
  videoLink: z.string().nullable().describe('Null for everybody except the proven wallet'),
  submission: submissionSchema.nullable(),
});

export const airdropLeaderboardEntrySchema = z.object({
  id: z.string(),
  walletAddress: walletAddressSchema.describe('In lower case'),
  totalPoints: points,
  rank: z.number().int().describe('1 + the number of wallets with more points; equal points share a rank'),
  sharePercent: decimalSchema.describe('Of the points of all wallets on the leaderboard, truncated to four decimals'),
});
export type AirdropLeaderboardEntry = z.infer<typeof airdropLeaderboardEntrySchema>;
export const airdropLeaderboardQuerySchema = z.object({
  wallet: walletAddressSchema.optional().describe('Answers only this wallet’s own entry, with its true rank'),
});
export const airdropLeaderboardResponseSchema = z.array(airdropLeaderboardEntrySchema).max(LEADERBOARD_LISTED);
export type AirdropLeaderboard = z.infer<typeof airdropLeaderboardResponseSchema>;

export const referralCodeResponseSchema = z.object({
  referralCode: z.string().nullable().describe('Of the session’s wallet; null until that is proven'),
  waits: flag.describe(
    'Half of all codes are in use: the wallet gets one with its first confirmed reviewed mission or purchase',
  ),
  invited: z.object({
    applied: z.number().int().describe('Wallets that applied the code'),
    counted: z.number().int().describe('Of those, the ones that earned points'),
  }),
});
export type ReferralCodeResponse = z.infer<typeof referralCodeResponseSchema>;

export const captchaStatusQuerySchema = z.object({ wallet: walletAddressSchema });
export const captchaStatusResponseSchema = z.object({
  requiresCaptcha: z.boolean(),
  challenge: z
    .object({
      id: z.string(),
      salt: z.string(),
      expiresAt: isoTime,
      kinds: z.array(z.enum(['sum', 'work'])).describe('What is accepted: the puzzle, a proof of work'),
      work: z
        .object({ parts: z.number().int(), bits: z.number().int() })
        .describe('Nonces to find, and the zero bits that the hash of each has; two bits fewer beside the puzzle'),
    })
    .optional()
    .describe('Missing without a session of this wallet, and while it is locked'),
  lockedUntil: isoTime.optional().describe('ISO 8601; after three wrong answers'),
});
export type CaptchaStatus = z.infer<typeof captchaStatusResponseSchema>;

const accountName = z.string().max(200).nullish();

const humanFields = {
  captchaToken: z.string().max(600).nullish(),
  skipCaptcha: z.boolean().nullish().describe('Without effect: captcha-status decides'),
};

const accountFields = Object.fromEntries(Object.values(ACCOUNTS).map(({ field }) => [field, accountName])) as Record<
  AccountField,
  typeof accountName
>;

export const missionRequestSchema = z.object({
  walletAddress: walletAddressSchema,
  missionType: z.enum(MISSION_TYPES),
  data: z
    .object({
      ...accountFields,
      dispute: z
        .boolean()
        .nullish()
        .describe(
          'After account_taken: the account is this wallet’s, and a proofCode in its bio or a post will show it',
        ),
    })
    .nullish(),
  ...humanFields,
});
export type MissionRequest = z.infer<typeof missionRequestSchema>;

export const missionResponseSchema = z.object({
  message: z.string(),
  status: z.enum(['pending', 'confirmed']),
  points: points.describe('Credited now; 0 while it is reviewed'),
});
export type MissionResponse = z.infer<typeof missionResponseSchema>;

/** Refusals that are regular answers: 200 with `success: false` (decision 28). */
export const AIRDROP_REFUSALS = [
  'referral_code_unusable',
  'referral_already_applied',
  'already_checked_in',
  'network_busy',
  'video_link_invalid',
  'video_pending',
  'video_completed',
  'video_taken',
  'video_cooldown',
] as const;
export type AirdropRefusal = (typeof AIRDROP_REFUSALS)[number];

export const outcomeResponseSchema = z.object({
  success: z.boolean(),
  code: z.enum(AIRDROP_REFUSALS).optional().describe('Only without success'),
  message: z.string(),
});
export type OutcomeResponse = z.infer<typeof outcomeResponseSchema>;

export const referralApplyRequestSchema = z.object({
  referralCode: z.string().trim().min(1).max(100),
  userWallet: walletAddressSchema,
});

export const videoSubmissionRequestSchema = z.object({
  walletAddress: walletAddressSchema,
  videoLink: z.string().trim().min(1).max(500),
  platform: z.enum(VIDEO_PLATFORMS),
});
export type VideoSubmissionRequest = z.infer<typeof videoSubmissionRequestSchema>;

export const checkInRequestSchema = z.object({ walletAddress: walletAddressSchema, ...humanFields });
export const checkInResponseSchema = outcomeResponseSchema.extend({
  streak: z.number().int().describe(`Days in a row, 1 to ${STREAK_CAP}; then it begins again`),
  nextCheckInAt: isoTime,
});
export type CheckInResponse = z.infer<typeof checkInResponseSchema>;

/** Kinds of ledger entries; corrections and view bonuses are entries like any other. */
export const POINT_REASONS = ['mission', 'check-in', 'referral', 'video-views', 'correction', 'reversal'] as const;
export type PointReason = (typeof POINT_REASONS)[number];

export const HISTORY_SHOWN = 100;
export const historyQuerySchema = z.object({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe('Entries older than this id'),
});
export const historyResponseSchema = z.object({
  totalPoints: points,
  entries: z.array(
    z.object({
      id: z.string(),
      time: isoTime,
      mission: z.enum(MISSION_IDS as [MissionId, ...MissionId[]]),
      points,
      reason: z.enum(POINT_REASONS),
      reasonCode: z.enum(REASON_CODES).nullable().describe('Of corrections and reversals'),
      source: z.string().describe('The origin of the entry, for example checkin:2026-05-04 or submission:12'),
      reverses: z.string().nullable().describe('Id of the entry that this one reverses'),
      ...appealFields,
    }),
  ),
  next: z.number().int().nullable().describe('`before` of the older entries; null if there are none'),
});
export type PointsHistory = z.infer<typeof historyResponseSchema>;

const optionalId = z
  .string()
  .regex(/^\d{1,15}$/)
  .optional();
export const appealRequestSchema = z.object({
  walletAddress: walletAddressSchema,
  submissionId: optionalId,
  entryId: optionalId.describe('Of a correction or reversal; instead of submissionId'),
  text: textSchema(1000, { lines: true }),
});
export type AppealRequest = z.infer<typeof appealRequestSchema>;
export const appealResponseSchema = z.object({
  id: z.string(),
  message: z.string(),
  dueAt: isoTime.describe('Another member of staff has answered by then'),
});
export type AppealResponse = z.infer<typeof appealResponseSchema>;

/** Why a mission is not available right now. */
export const UNAVAILABLE_REASONS = ['not-configured', 'no-open-proposal', 'handed-over'] as const;
export const missionsResponseSchema = z.object({
  links: z
    .object({ x: nullableText, community: nullableText, channel: nullableText, youtube: nullableText })
    .describe('Null until configured'),
  missions: z.array(
    z.object({
      id: z.enum(MISSION_IDS as [MissionId, ...MissionId[]]),
      number: z.number().int(),
      points,
      difficulty: z.enum(['Easy', 'Medium', 'Hard']),
      available: z.boolean(),
      reason: z.enum(UNAVAILABLE_REASONS).nullable(),
      targets: z.array(z.string()).describe('Addresses to open, in order'),
    }),
  ),
  videoBonus: z.object({ points, views: z.number().int() }).describe('`points` points per `views` views'),
  pool: z.object({ shown: decimalSchema, estimate: decimalSchema }).describe('SYNX; both figures are stated'),
  participants: z.number().int().describe('Wallets on the leaderboard: with points that are not provisional'),
  totalPoints: points.describe('Of all of them'),
});
export type MissionsResponse = z.infer<typeof missionsResponseSchema>;

export const videosResponseSchema = z.object({
  videos: z.array(
    z.object({ id: z.string(), platform: z.enum(VIDEO_PLATFORMS), link: z.string(), approvedAt: isoTime }),
  ),
});
export type VideosResponse = z.infer<typeof videosResponseSchema>;
