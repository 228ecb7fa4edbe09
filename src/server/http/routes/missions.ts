import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { REVIEW_HOURS } from '#src/config/limits.ts';
import { AIRDROP_TIMES, STREAK_CAP } from '#src/config/missions.ts';
import {
  type AirdropRefusal,
  appealRequestSchema,
  appealResponseSchema,
  captchaStatusQuerySchema,
  captchaStatusResponseSchema,
  checkInRequestSchema,
  checkInResponseSchema,
  missionRequestSchema,
  missionResponseSchema,
  outcomeResponseSchema,
  videoSubmissionRequestSchema,
} from '#src/contract/airdrop.ts';
import { type ApiErrorCode, callsOf, ENGLISH } from '#src/contract/errors.ts';
import { readVideoLink } from '#src/lib/airdrop/video-link.ts';
import { acceptCheckIn, streakOf } from '#src/server/community/airdrop/accept-check-in.ts';
import { accountHash } from '#src/server/community/airdrop/account-hash.ts';
import { fileAppeal } from '#src/server/community/airdrop/appeals.ts';
import { askVerifiers } from '#src/server/community/airdrop/ask-verifiers.ts';
import { findMissionEntry } from '#src/server/community/airdrop/mission-entry-view.ts';
import { pointsOf } from '#src/server/community/airdrop/mission-points.ts';
import { missionTarget } from '#src/server/community/airdrop/mission-targets.ts';
import {
  completeInstantly,
  draftMission,
  isInstant,
  isTaken,
  refuseRepeated,
  storeMissionEntry,
} from '#src/server/community/airdrop/submit-mission.ts';
import { nextDay } from '#src/server/community/airdrop/utc-day.ts';
import type { Verifier } from '#src/server/community/airdrop/verifiers.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { refuseFrozen } from '#src/server/platform/records/freeze.ts';
import { humanStatus, requireHuman } from '#src/server/platform/sessions/human-check.ts';
import type { Session } from '#src/server/platform/sessions/proofs.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import type { ApiApp } from '../api-app.ts';
import { countCaller, countSubject, countUse } from '../caller-limits.ts';
import { readNetwork } from '../read-network.ts';

/** What a video's refusals are called where a refusal is a regular answer (decision 28). */
const VIDEO_REFUSALS: Partial<Record<ApiErrorCode, AirdropRefusal>> = {
  mission_completed: 'video_completed',
  mission_pending: 'video_pending',
  mission_cooldown: 'video_cooldown',
};
const call = callsOf('airdrop');
/** If one address, or one /48, starts more human checks than this, they get harder there. */
const CHECKS_AT_PLACE = { max: 30, windowMs: 600_000 } as const;
const PENDING_MESSAGE = `Submitted. A person looks at it within ${REVIEW_HOURS} hours.`;

interface MissionOptions {
  readonly context: AppContext;
  readonly verifiers: readonly Verifier[];
}

/** Doing missions: the human check, submissions, the daily check-in, and objections to a decision. */
export const missionRoutes: FastifyPluginAsyncZod<MissionOptions> = async (app, options) => {
  const steps = missionSteps(app, options);
  captchaRoute(app, options.context);
  missionRoute(app, options.context, steps);
  videoRoute(app, options.context, steps);
  checkInRoute(app, options.context, steps);
  appealRoute(app, options.context, steps);
};

type MissionSteps = ReturnType<typeof missionSteps>;
type Owner = Readonly<{ session: Session; wallet: string }>;

/** The steps that mission calls share. */
function missionSteps(app: ApiApp, { context, verifiers }: MissionOptions) {
  const { db, env, now } = context;
  return {
    /** Starts a write for a wallet: with its own session, within the limits per minute and per hour. */
    begin: async (request: FastifyRequest, reply: FastifyReply, walletAddress: string): Promise<Owner> => {
      const wallet = parseWallet(walletAddress);
      const session = await app.sessions.requireWallet(request, wallet);
      await app.limits.walletWrite(request, wallet);
      await refuseFrozen(db);
      await countSubject(context, reply, { what: 'missions-wallet', subject: wallet }, env.RATE_LIMIT_MISSIONS);
      await countSubject(
        context,
        reply,
        { what: 'missions-session', subject: session.tokenHash },
        env.RATE_LIMIT_MISSIONS,
      );
      await countCaller(context, reply, 'missions-address', env.RATE_LIMIT_MISSIONS * 5);
      return { wallet, session };
    },
    /** Throws ApiFailure captcha_required, captcha_invalid or captcha_locked, with Retry-After. */
    passHuman: async (reply: FastifyReply, { session, wallet }: Owner, action: string, token?: string | null) => {
      try {
        await requireHuman(db, { session: session.tokenHash, wallet }, { action, token }, now());
      } catch (error) {
        if (error instanceof ApiFailure && error.code === 'captcha_locked')
          reply.header('retry-after', String(AIRDROP_TIMES.lockMs / 1000));
        throw error;
      }
    },
    /** Asks the verifiers about a submission; returns whether one of them confirmed it. */
    verify: (request: FastifyRequest, row: Parameters<typeof askVerifiers>[1]) => {
      const onFailure = (error: unknown, verifier: string) =>
        request.log.warn({ err: error, verifier, requestId: request.id }, 'a verifier failed: a person decides');
      return askVerifiers({ db, verifiers, onFailure }, row, now());
    },
  };
}

function refusal(code: AirdropRefusal) {
  return { success: false, code, message: ENGLISH[`api.${code}`] };
}

function captchaRoute(app: ApiApp, context: AppContext): void {
  const { db, env, now } = context;
  app.get(
    '/api/airdrop/captcha-status',
    {
      // It may write a row, so it is limited like a write.
      config: { rateLimit: { max: env.RATE_LIMIT_WRITES }, stores: true },
      ...call('Whether the next mission needs a human check, and the challenge for it', captchaStatusResponseSchema, {
        querystring: captchaStatusQuerySchema,
      }),
    },
    async (request) => {
      const wallet = parseWallet(request.query.wallet);
      const session = await app.sessions.find(request);
      if (session?.wallet !== wallet) return { requiresCaptcha: true };
      const actor = { session: session.tokenHash, wallet };
      const checks = { what: 'human-check', subject: app.limits.placeOf(request), ...CHECKS_AT_PLACE };
      const isCrowded = async () => (await countUse(context, checks)) !== null;
      const level = { bits: env.HUMAN_CHECK_BITS, attackAt: env.HUMAN_CHECK_ATTACK, isCrowded };
      const status = await humanStatus(db, actor, level, now());
      if (!status.required) return { requiresCaptcha: false };
      if ('lockedUntil' in status)
        return { requiresCaptcha: true, lockedUntil: new Date(status.lockedUntil).toISOString() };
      const { id, salt, work_only: workOnly, parts, bits, expires_at: expiresAt } = status.challenge;
      return {
        requiresCaptcha: true,
        challenge: {
          id,
          salt,
          expiresAt: new Date(Number(expiresAt)).toISOString(),
          kinds: workOnly === 1n ? ['work' as const] : ['sum' as const, 'work' as const],
          work: { parts: Number(parts), bits: Number(bits) },
        },
      };
    },
  );
}

/** Every mission without its own route. */
function missionRoute(app: ApiApp, context: AppContext, { begin, passHuman, verify }: MissionSteps): void {
  const { db, env, now } = context;
  app.post(
    '/api/airdrop/mission',
    call('Submit a mission', missionResponseSchema, { body: missionRequestSchema }),
    async (request, reply) => {
      const { missionType, data, captchaToken } = request.body;
      const { wallet, session } = await begin(request, reply, request.body.walletAddress);
      if (missionType === 'referral' || missionType === 'createVideo') {
        const call = missionType === 'referral' ? '/api/referral/apply' : '/api/airdrop/video-submission';
        throw new ApiFailure('invalid_request', `This mission has a call of its own: POST ${call}`);
      }
      // A voter may enter the mission after the poll has closed.
      if (!missionTarget(env, missionType, true).available) throw new ApiFailure('mission_unavailable');
      const draft = await draftMission(db, wallet, { mission: missionType, data }, now());
      await passHuman(reply, { session, wallet }, missionType, captchaToken);
      const outcome = isInstant(draft)
        ? await completeInstantly(db, draft, await readNetwork(context, request), now())
        : await storeMissionEntry(db, draft, now());
      const done = typeof outcome === 'number' ? outcome : (await verify(request, outcome)) ? pointsOf(missionType) : 0;
      return done > 0
        ? { message: `Mission Completed! You earned ${done} points.`, status: 'confirmed' as const, points: done }
        : { message: PENDING_MESSAGE, status: 'pending' as const, points: 0 };
    },
  );
}

/** The video mission; its refusals are regular answers (decision 28). */
function videoRoute(app: ApiApp, context: AppContext, { begin, verify }: MissionSteps): void {
  const { db, now } = context;
  app.post(
    '/api/airdrop/video-submission',
    call('Submit a video', outcomeResponseSchema, { body: videoSubmissionRequestSchema }),
    async (request, reply) => {
      const { videoLink, platform } = request.body;
      const { wallet } = await begin(request, reply, request.body.walletAddress);
      const link = readVideoLink(videoLink, platform);
      if (link === null) return refusal('video_link_invalid');
      const hash = await accountHash(db, 'video', link.key);
      if (await isTaken(db, hash, wallet)) return refusal('video_taken');
      try {
        refuseRepeated((await findMissionEntry(db, wallet, 'createVideo'))?.row, now());
        const draft = { wallet, mission: 'createVideo' as const, account: null, hash, video: { link, platform } };
        await verify(request, await storeMissionEntry(db, draft, now()));
      } catch (error) {
        const code = error instanceof ApiFailure ? VIDEO_REFUSALS[error.code] : undefined;
        if (code === undefined) throw error;
        return refusal(code);
      }
      return { success: true, message: PENDING_MESSAGE };
    },
  );
}

function checkInRoute(app: ApiApp, context: AppContext, { begin, passHuman }: MissionSteps): void {
  const { db, now } = context;
  app.post(
    '/api/airdrop/checkin',
    call('Check in, once per UTC day', checkInResponseSchema, { body: checkInRequestSchema }),
    async (request, reply) => {
      const { wallet, session } = await begin(request, reply, request.body.walletAddress);
      const before = await streakOf(db, wallet, now());
      const refuse = (code: 'already_checked_in' | 'network_busy', streak: number) => ({
        ...refusal(code),
        streak,
        nextCheckInAt: new Date(nextDay(now())).toISOString(),
      });
      if (before.today) return refuse('already_checked_in', before.days);
      await passHuman(reply, { session, wallet }, 'checkIn', request.body.captchaToken);
      const outcome = await acceptCheckIn(db, wallet, await readNetwork(context, request), now());
      if (!outcome.ok) return refuse(outcome.code, (await streakOf(db, wallet, now())).days);
      return {
        success: true,
        message: `You earned ${outcome.points} points. Day ${outcome.streak} of ${STREAK_CAP}.`,
        streak: outcome.streak,
        nextCheckInAt: new Date(nextDay(now())).toISOString(),
      };
    },
  );
}

function appealRoute(app: ApiApp, context: AppContext, { begin }: MissionSteps): void {
  const { db, now } = context;
  app.post(
    '/api/airdrop/appeal',
    call('Object to a rejection, or to points that were taken back', appealResponseSchema, {
      body: appealRequestSchema,
    }),
    async (request, reply) => {
      const { submissionId, entryId, text } = request.body;
      const { wallet } = await begin(request, reply, request.body.walletAddress);
      if ((submissionId === undefined) === (entryId === undefined)) throw new ApiFailure('invalid_request');
      const about =
        submissionId === undefined ? { entryId: BigInt(entryId ?? 0) } : { submissionId: BigInt(submissionId) };
      const outcome = await fileAppeal(db, wallet, { ...about, text }, now());
      if (!outcome.ok) throw new ApiFailure(outcome.code);
      return {
        id: String(outcome.id),
        message: `Your appeal has been recorded. Another member of staff looks at it within ${REVIEW_HOURS} hours.`,
        dueAt: new Date(now() + AIRDROP_TIMES.reviewMs).toISOString(),
      };
    },
  );
}
