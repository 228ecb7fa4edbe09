import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AIRDROP_POOLS, MASKED, MISSION_TERMS, MISSIONS } from '#src/config/missions.ts';
import {
  airdropLeaderboardQuerySchema,
  airdropLeaderboardResponseSchema,
  airdropWalletParamsSchema,
  historyQuerySchema,
  historyResponseSchema,
  missionsResponseSchema,
  participantResponseSchema,
  submissionStatusResponseSchema,
  videoStatusResponseSchema,
  videosResponseSchema,
  type YoutubeStatusResponse,
  youtubeStatusResponseSchema,
} from '#src/contract/airdrop.ts';
import { callsOf } from '#src/contract/errors.ts';
import { type AirdropBoard, createAirdropBoard } from '#src/server/community/airdrop/leaderboard.ts';
import { findMissionEntry, missionEntryView } from '#src/server/community/airdrop/mission-entry-view.ts';
import { pointsOf, VIDEO_BONUS } from '#src/server/community/airdrop/mission-points.ts';
import { missionTarget, socialLinks } from '#src/server/community/airdrop/mission-targets.ts';
import { participantOf } from '#src/server/community/airdrop/participant-of.ts';
import { pointsHistory } from '#src/server/community/airdrop/points-history.ts';
import { approvedVideos } from '#src/server/community/airdrop/videos.ts';
import { type ContentProposal, proposalStatus } from '#src/server/community/voting/proposals.ts';
import { type AppContext, publicReadsOf } from '#src/server/platform/context/app-context.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isFrozen } from '#src/server/platform/records/freeze.ts';
import { oncePer } from '#src/server/platform/util/caches.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import type { ApiApp } from '../api-app.ts';
import { publicCall, publicRead } from './public-read.ts';

const call = callsOf('airdrop');
const PARAMS = airdropWalletParamsSchema;
const HANDED_OVER = { available: false, reason: 'handed-over' } as const;

interface AirdropOptions {
  readonly context: AppContext;
  readonly proposals: readonly ContentProposal[];
}

/** The reads of the airdrop page. Only the proven wallet sees names (decision 24). */
export const airdropRoutes: FastifyPluginAsyncZod<AirdropOptions> = async (app, options) => {
  const { context } = options;
  const boardOf = oncePer((db: Db) => createAirdropBoard({ ...context, db }));
  participantRoute(app, context);
  statusRoutes(app, context);
  youtubeRoute(app, context);
  videoRoutes(app, context);
  leaderboardRoute(app, context, boardOf);
  missionListRoute(app, options, boardOf);
  historyRoute(app, context);
};

async function isOwn(app: ApiApp, request: FastifyRequest, wallet: string): Promise<boolean> {
  return (await app.sessions.ownWallet(request)) === wallet;
}

function participantRoute(app: ApiApp, { db, now }: AppContext): void {
  app.get(
    '/api/airdrop/participant/:wallet',
    call('Points, streak and mission flags of a wallet', participantResponseSchema, { params: PARAMS }),
    async (request) => {
      const wallet = parseWallet(request.params.wallet);
      const own = await isOwn(app, request, wallet);
      return participantOf(db, wallet, own, now());
    },
  );
}

/** The state of each reviewed mission, except those that share a call or answer more. */
function statusRoutes(app: ApiApp, { db }: AppContext): void {
  for (const mission of MISSIONS) {
    if (mission.kind !== 'reviewed' || 'part' in mission || mission.id === 'createVideo') continue;
    const { id, status } = mission;
    app.get(
      `/api/airdrop/${status}/status/:wallet`,
      call(`The state of a wallet’s mission ${id}`, submissionStatusResponseSchema, { params: PARAMS }),
      async (request) => {
        const wallet = parseWallet(request.params.wallet);
        const found = await findMissionEntry(db, wallet, id);
        return { submission: found === null ? null : missionEntryView(found, await isOwn(app, request, wallet)) };
      },
    );
  }
}

/** The state of both YouTube missions. */
function youtubeRoute(app: ApiApp, { db }: AppContext): void {
  app.get(
    '/api/airdrop/youtube-missions/status/:wallet',
    call('The state of a wallet’s two YouTube missions', youtubeStatusResponseSchema, { params: PARAMS }),
    async (request) => {
      const wallet = parseWallet(request.params.wallet);
      const own = await isOwn(app, request, wallet);
      const status = async (
        mission: 'youtubeSubscribe' | 'youtubeEngage',
      ): Promise<YoutubeStatusResponse['status']['subscribe']> => {
        const found = await findMissionEntry(db, wallet, mission);
        if (found === null) return { status: null, youtubeUsername: null, submission: null };
        const name = found.row.account;
        return {
          status: found.row.status,
          youtubeUsername: name === null || own ? name : MASKED,
          submission: missionEntryView(found, own),
        };
      };
      return { status: { subscribe: await status('youtubeSubscribe'), engage: await status('youtubeEngage') } };
    },
  );
}

/** The state of the video mission, and the confirmed videos. */
function videoRoutes(app: ApiApp, context: AppContext): void {
  const { db, now } = context;
  app.get(
    '/api/airdrop/video/status/:wallet',
    call('The state of a wallet’s video mission', videoStatusResponseSchema, { params: PARAMS }),
    async (request) => {
      const wallet = parseWallet(request.params.wallet);
      const own = await isOwn(app, request, wallet);
      const found = await findMissionEntry(db, wallet, 'createVideo');
      if (found === null) return { status: null, platform: null, videoLink: null, submission: null };
      const { status, platform, link } = found.row;
      return { status, platform, videoLink: own ? link : null, submission: missionEntryView(found, own) };
    },
  );

  publicCall(app, '/api/videos', call('Confirmed videos of participants', videosResponseSchema), {
    load: () => publicReadsOf(context)(approvedVideos),
    seconds: 5,
    now,
  });
}

function leaderboardRoute(app: ApiApp, context: AppContext, boardOf: (db: Db) => AirdropBoard): void {
  const list = publicRead(
    airdropLeaderboardResponseSchema,
    async () => [...(await publicReadsOf(context)((db) => boardOf(db).list()))],
    1,
    context.now,
  );
  const own = async (wallet: string) => {
    const entry = await boardOf(context.db).own(wallet);
    return entry === null ? [] : [entry];
  };
  app.get(
    '/api/airdrop/leaderboard',
    call('The hundred wallets with most points; or one wallet’s own entry', airdropLeaderboardResponseSchema, {
      querystring: airdropLeaderboardQuerySchema,
    }),
    (request, reply) => {
      const { wallet } = request.query;
      return wallet === undefined ? list.send(request, reply) : own(parseWallet(wallet));
    },
  );
}

function missionListRoute(
  app: ApiApp,
  { context, proposals }: AirdropOptions,
  boardOf: (db: Db) => AirdropBoard,
): void {
  const { env, now } = context;
  publicCall(
    app,
    '/api/airdrop/missions',
    call('All missions with their points and addresses, the pool, and the active settings', missionsResponseSchema),
    {
      load: async () => {
        const open = proposals.some((proposal) => proposalStatus(proposal, now()) === 'open');
        const [{ participants, points }, frozen] = await publicReadsOf(context)((db) =>
          Promise.all([boardOf(db).totals(), isFrozen(db)]),
        );
        return {
          links: socialLinks(env),
          missions: MISSIONS.map(({ id }, index) => ({
            id,
            number: index + 1,
            points: pointsOf(id),
            difficulty: MISSION_TERMS[id].difficulty,
            ...missionTarget(env, id, open),
            ...(frozen && HANDED_OVER),
          })),
          videoBonus: VIDEO_BONUS,
          pool: AIRDROP_POOLS,
          participants,
          totalPoints: points,
        };
      },
      seconds: 1,
      now,
    },
  );
}

function historyRoute(app: ApiApp, { db }: AppContext): void {
  app.get(
    '/api/airdrop/history/:wallet',
    call('Every entry of a wallet’s points, newest first', historyResponseSchema, {
      params: PARAMS,
      querystring: historyQuerySchema,
    }),
    async (request) => {
      const wallet = parseWallet(request.params.wallet);
      return pointsHistory(db, wallet, request.query.before, { own: await isOwn(app, request, wallet) });
    },
  );
}
