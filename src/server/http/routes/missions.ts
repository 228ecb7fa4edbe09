import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AIRDROP_TIMES } from '#src/config/missions.ts';
import {
  AIRDROP_REFUSALS,
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
import type { ApiErrorCode } from '#src/contract/errors.ts';
import { apiErrorSchema } from '#src/contract/errors.ts';
import { readVideoLink } from '#src/lib/airdrop/video-link.ts';
import { accountHash } from '../../airdrop/account-hash.ts';
import { fileAppeal } from '../../airdrop/appeals.ts';
import { askVerifiers } from '../../airdrop/ask-verifiers.ts';
import { checkIn, streakOf } from '../../airdrop/check-in.ts';
import { pointsOf } from '../../airdrop/mission-points.ts';
import { missionTarget } from '../../airdrop/mission-targets.ts';
import { findSubmission } from '../../airdrop/submission-view.ts';
import {
  completeInstantly,
  draftMission,
  isInstant,
  isTaken,
  refuseRepeated,
  storeSubmission,
} from '../../airdrop/submit-mission.ts';
import { nextDay } from '../../airdrop/utc-day.ts';
import type { Verifier } from '../../airdrop/verifiers.ts';
import type { Engine } from '../../context/engine.ts';
import { humanStatus, requireHuman } from '../../sessions/human-check.ts';
import type { Session } from '../../sessions/session-store.ts';
import { ApiFailure } from '../../util/api-failure.ts';
import { parseWallet } from '../../util/parse-wallet.ts';
import { countSubject } from '../caller-limits.ts';
import { readNetwork } from '../read-network.ts';

/** How the refusals of a video are called where a refusal is an answer (decision 28). */
const VIDEO_REFUSALS: Partial<Record<ApiErrorCode, AirdropRefusal>> = {
  mission_completed: 'video_completed',
  mission_pending: 'video_pending',
  mission_cooldown: 'video_cooldown',
};
const PENDING_MESSAGE = 'Submitted. A person looks at it within 24 hours.';

/** Doing missions: the human check, submissions, the daily check-in, and objections to a decision. */
export const missionRoutes: FastifyPluginAsyncZod<{ engine: Engine; verifiers: readonly Verifier[] }> = async (
  app,
  { engine, verifiers },
) => {
  const tags = ['airdrop'];
  const errors = { '4xx': apiErrorSchema, '5xx': apiErrorSchema };
  const { db, env, now } = engine;

  /** A write for a wallet: its own session, within the limits of a minute and of an hour. */
  const begin = async (request: FastifyRequest, reply: FastifyReply, walletAddress: string) => {
    const wallet = parseWallet(walletAddress);
    const session = await app.sessions.requireWallet(request, wallet);
    await app.limits.walletWrite(request, wallet);
    await countSubject(engine, reply, 'missions-wallet', wallet, env.RATE_LIMIT_MISSIONS);
    await countSubject(engine, reply, 'missions-session', session.tokenHash, env.RATE_LIMIT_MISSIONS);
    await countSubject(engine, reply, 'missions-address', normalizeIP(request.ip), env.RATE_LIMIT_MISSIONS * 5);
    return { wallet, session };
  };
  const passHuman = async (
    reply: FastifyReply,
    { tokenHash }: Session,
    wallet: string,
    action: string,
    token: string | null | undefined,
  ) => {
    try {
      await requireHuman(db, { session: tokenHash, wallet }, action, token, now());
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'captcha_locked')
        reply.header('retry-after', String(AIRDROP_TIMES.lockMs / 1000));
      throw error;
    }
  };
  const refusal = (code: AirdropRefusal) => ({ success: false, code, message: AIRDROP_REFUSALS[code] });
  const verify = (request: FastifyRequest, row: Parameters<typeof askVerifiers>[2]) =>
    askVerifiers(db, verifiers, row, now(), (error, verifier) =>
      request.log.warn({ err: error, verifier }, 'a verifier failed: a person will look at it'),
    );

  app.get(
    '/api/airdrop/captcha-status',
    {
      // It may write a row, so it is limited like a write.
      config: { rateLimit: { max: env.RATE_LIMIT_WRITES } },
      schema: {
        summary: 'Whether the next mission needs a human check, and the challenge for it',
        tags,
        querystring: captchaStatusQuerySchema,
        response: { 200: captchaStatusResponseSchema, ...errors },
      },
    },
    async (request, reply) => {
      const wallet = parseWallet(request.query.wallet);
      const session = await app.sessions.find(request);
      reply.header('cache-control', 'no-store');
      if (session?.wallet !== wallet) return { requiresCaptcha: true };
      const actor = { session: session.tokenHash, wallet };
      const status = await humanStatus(db, actor, env.HUMAN_CHECK_ATTACK, now());
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

  app.post(
    '/api/airdrop/mission',
    {
      schema: {
        summary: 'Submit a mission',
        tags,
        body: missionRequestSchema,
        response: { 200: missionResponseSchema, ...errors },
      },
    },
    async (request, reply) => {
      const { missionType, data, captchaToken } = request.body;
      const { wallet, session } = await begin(request, reply, request.body.walletAddress);
      if (missionType === 'referral' || missionType === 'createVideo') {
        const call = missionType === 'referral' ? '/api/referral/apply' : '/api/airdrop/video-submission';
        throw new ApiFailure('invalid_request', `This mission has a call of its own: POST ${call}`);
      }
      // Whoever has voted may say so after the poll has closed.
      if (!missionTarget(env, missionType, true).available) throw new ApiFailure('mission_unavailable');
      const draft = await draftMission(db, wallet, missionType, data, now());
      await passHuman(reply, session, wallet, missionType, captchaToken);
      const outcome = isInstant(draft)
        ? await completeInstantly(db, draft, await readNetwork(engine, request), now())
        : await storeSubmission(db, draft, now());
      const done = typeof outcome === 'number' ? outcome : (await verify(request, outcome)) ? pointsOf(missionType) : 0;
      return done > 0
        ? { message: `Mission Completed! You earned ${done} points.`, status: 'confirmed' as const, points: done }
        : { message: PENDING_MESSAGE, status: 'pending' as const, points: 0 };
    },
  );

  app.post(
    '/api/airdrop/video-submission',
    {
      schema: {
        summary: 'Submit a video',
        tags,
        body: videoSubmissionRequestSchema,
        response: { 200: outcomeResponseSchema, ...errors },
      },
    },
    async (request, reply) => {
      const { videoLink, platform } = request.body;
      const { wallet } = await begin(request, reply, request.body.walletAddress);
      const link = readVideoLink(videoLink, platform);
      if (link === null) return refusal('video_link_invalid');
      const hash = await accountHash(db, 'video', link.key);
      if (await isTaken(db, hash, wallet)) return refusal('video_taken');
      try {
        refuseRepeated((await findSubmission(db, wallet, 'createVideo'))?.row, now());
        const draft = { wallet, mission: 'createVideo' as const, account: null, hash, video: { link, platform } };
        await verify(request, await storeSubmission(db, draft, now()));
      } catch (error) {
        const code = error instanceof ApiFailure ? VIDEO_REFUSALS[error.code] : undefined;
        if (code === undefined) throw error;
        return refusal(code);
      }
      return { success: true, message: PENDING_MESSAGE };
    },
  );

  app.post(
    '/api/airdrop/checkin',
    {
      schema: {
        summary: 'Check in, once a UTC day',
        tags,
        body: checkInRequestSchema,
        response: { 200: checkInResponseSchema, ...errors },
      },
    },
    async (request, reply) => {
      const { wallet, session } = await begin(request, reply, request.body.walletAddress);
      const before = await streakOf(db, wallet, now());
      const refuse = (code: 'already_checked_in' | 'network_busy', streak: number) => ({
        ...refusal(code),
        streak,
        nextCheckInAt: new Date(nextDay(now())).toISOString(),
      });
      if (before.today) return refuse('already_checked_in', before.days);
      await passHuman(reply, session, wallet, 'checkIn', request.body.captchaToken);
      const outcome = await checkIn(db, wallet, await readNetwork(engine, request), now());
      if (!outcome.ok) return refuse(outcome.code, (await streakOf(db, wallet, now())).days);
      return {
        success: true,
        message: `You earned ${outcome.points} points. Day ${outcome.streak} of 7.`,
        streak: outcome.streak,
        nextCheckInAt: new Date(nextDay(now())).toISOString(),
      };
    },
  );

  app.post(
    '/api/airdrop/appeal',
    {
      schema: {
        summary: 'Object to a rejection, or to points that were taken back',
        tags,
        body: appealRequestSchema,
        response: { 200: appealResponseSchema, ...errors },
      },
    },
    async (request, reply) => {
      const { submissionId, entryId, text } = request.body;
      const { wallet } = await begin(request, reply, request.body.walletAddress);
      if ((submissionId === undefined) === (entryId === undefined)) throw new ApiFailure('invalid_request');
      const about =
        submissionId === undefined ? { entryId: BigInt(entryId ?? 0) } : { submissionId: BigInt(submissionId) };
      const outcome = await fileAppeal(db, wallet, about, text, now());
      if (!outcome.ok) throw new ApiFailure(outcome.code);
      return {
        id: String(outcome.id),
        message: 'Your appeal has been recorded. Another member of staff looks at it within 24 hours.',
        dueAt: new Date(now() + AIRDROP_TIMES.reviewMs).toISOString(),
      };
    },
  );
};
