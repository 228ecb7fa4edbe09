import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  holdingsExportSchema,
  holdingsResponseSchema,
  type LeaderboardBy,
  leaderboardQuerySchema,
  leaderboardResponseSchema,
} from '#src/contract/dashboard.ts';
import { walletAddressSchema } from '#src/contract/shapes.ts';
import { type AppContext, publicReadsOf } from '../../context/app-context.ts';
import { exportCsv, exportOf } from '../../dashboard/export-of.ts';
import { holdingsOf } from '../../dashboard/holdings-of.ts';
import { createLeaderboard } from '../../dashboard/leaderboard.ts';
import { perDatabase } from '../../database/replica.ts';
import { cached } from '../../util/cached.ts';
import { parseWallet } from '../../util/parse-wallet.ts';
import { ERROR_RESPONSES } from '../error-responses.ts';
import { publicRead } from './public-read.ts';

const TAGS = ['dashboard'];

/** Holdings and exports of any wallet, and both leaderboards; all of it is public on chain and in the ledger. */
export const dashboardRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, options) => {
  await holdingRoutes(app, options);
  await exportRoutes(app, options);
};

/** One wallet's holdings, and both leaderboards. */
const holdingRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const params = z.object({ wallet: walletAddressSchema });

  app.get(
    '/api/dashboard/holdings/:wallet',
    {
      schema: {
        summary: 'Everything a wallet has: tokens, purchases, stakes, discount and dates',
        tags: TAGS,
        params,
        response: { 200: holdingsResponseSchema, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const wallet = parseWallet(request.params.wallet);
      reply.header('cache-control', 'no-store');
      return holdingsOf(context, wallet, await app.sessions.viewerOf(request, wallet));
    },
  );

  const boardsOf = perDatabase((db) => ({
    holdings: createLeaderboard({ ...context, db }, 'holdings'),
    staked: createLeaderboard({ ...context, db }, 'staked'),
  }));
  const read = publicReadsOf(context);
  const topOf = (by: LeaderboardBy) => cached(() => read((db) => boardsOf(db)[by].top()), 1_000, context.now);
  const tops = { holdings: topOf('holdings'), staked: topOf('staked') };
  const reads = {
    holdings: publicRead(tops.holdings.get, 1, context.now),
    staked: publicRead(tops.staked.get, 1, context.now),
  };
  app.get(
    '/api/dashboard/leaderboard',
    {
      schema: {
        summary: 'The twenty wallets that hold or stake most, and the wallet’s own place',
        tags: TAGS,
        querystring: leaderboardQuerySchema,
        response: { 200: leaderboardResponseSchema, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const { by, wallet } = request.query;
      if (wallet === undefined) return reads[by].send(request, reply) as never;
      const [top, me] = await Promise.all([tops[by].get(), boardsOf(context.db)[by].own(parseWallet(wallet))]);
      reply.header('cache-control', 'no-store');
      return { ...top, me };
    },
  );
};

/** The same as files. */
const exportRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const params = z.object({ wallet: walletAddressSchema });
  const exportLimit = { rateLimit: { max: context.env.RATE_LIMIT_WRITES } };

  app.get(
    '/api/dashboard/export/:wallet.csv',
    {
      config: exportLimit,
      schema: {
        summary: 'All purchases and stakes of a wallet as a table (RFC 4180)',
        tags: TAGS,
        params,
        response: { 200: z.string().describe('text/csv'), ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const wallet = parseWallet(request.params.wallet);
      const body = exportCsv(await exportOf(context, wallet, await app.sessions.viewerOf(request, wallet)));
      return reply.headers(download(wallet, 'csv')).type('text/csv; charset=utf-8').send(body);
    },
  );

  app.get(
    '/api/dashboard/export/:wallet.json',
    {
      config: exportLimit,
      schema: {
        summary: 'The same as JSON',
        tags: TAGS,
        params,
        response: { 200: holdingsExportSchema, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const wallet = parseWallet(request.params.wallet);
      reply.headers(download(wallet, 'json'));
      return exportOf(context, wallet, await app.sessions.viewerOf(request, wallet));
    },
  );
};

function download(wallet: string, kind: 'csv' | 'json') {
  return {
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="synx-${wallet}.${kind}"`,
  };
}
