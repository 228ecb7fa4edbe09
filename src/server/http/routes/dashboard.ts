import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  type Holdings,
  holdingsExportSchema,
  holdingsResponseSchema,
  type LeaderboardBy,
  leaderboardQuerySchema,
  leaderboardResponseSchema,
} from '#src/contract/dashboard.ts';
import { callsOf } from '#src/contract/errors.ts';
import { walletAddressSchema } from '#src/contract/shapes.ts';
import { exportOf } from '#src/server/community/dashboard/export-of.ts';
import { holdingsOf } from '#src/server/community/dashboard/holdings-of.ts';
import { createLeaderboard } from '#src/server/community/dashboard/leaderboard.ts';
import { crowdedWallets } from '#src/server/money/payments/answer/crowded-wallets.ts';
import type { Viewer } from '#src/server/money/payments/answer/wallet-payments.ts';
import { type AppContext, publicReadsOf } from '#src/server/platform/context/app-context.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { cached, oncePer } from '#src/server/platform/util/caches.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { inTurn } from '#src/server/platform/util/turns.ts';
import { sent } from '../sent.ts';
import { publicRead } from './public-read.ts';

const call = callsOf('dashboard');

/** How long holdings of crowded wallets are cached, and of how many. */
const HOLDINGS_KEPT = { keptMs: 5_000, most: 500 };
/** How many exports may run or wait. */
const EXPORTS_WAITING = 20;
const EXPORT_KEPT_MS = 30_000;
/** Few, because the text of one is up to 7 MB. */
const EXPORTS_KEPT = 4;

/** Holdings and exports of any wallet, and both leaderboards; all of it is public on chain and in the ledger. */
export const dashboardRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, options) => {
  await holdingRoutes(app, options);
  await exportRoutes(app, options);
};

const holdingRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const params = z.object({ wallet: walletAddressSchema });
  const holdings = crowdedWallets<Holdings>(context, HOLDINGS_KEPT);

  app.get(
    '/api/dashboard/holdings/:wallet',
    call('Everything a wallet has: tokens, purchases, stakes, discount and dates', holdingsResponseSchema, { params }),
    async (request) => {
      const wallet = parseWallet(request.params.wallet);
      const viewer = await app.sessions.viewerOf(request, wallet);
      return holdings(wallet, viewer, (reader) => holdingsOf(context, wallet, reader));
    },
  );

  const boardsOf = oncePer((db: Db) => ({
    holdings: createLeaderboard({ ...context, db }, 'holdings'),
    staked: createLeaderboard({ ...context, db }, 'staked'),
  }));
  const read = publicReadsOf(context);
  const topOf = (by: LeaderboardBy) => cached(() => read((db) => boardsOf(db)[by].top()), 1_000, context.now);
  const tops = { holdings: topOf('holdings'), staked: topOf('staked') };
  const reads = {
    holdings: publicRead(leaderboardResponseSchema, tops.holdings.get, 1, context.now),
    staked: publicRead(leaderboardResponseSchema, tops.staked.get, 1, context.now),
  };
  app.get(
    '/api/dashboard/leaderboard',
    call('The twenty wallets that hold or stake most, and the wallet’s own place', leaderboardResponseSchema, {
      querystring: leaderboardQuerySchema,
    }),
    async (request, reply) => {
      const { by, wallet } = request.query;
      if (wallet === undefined) return reads[by].send(request, reply);
      const [top, me] = await Promise.all([tops[by].get(), boardsOf(context.db)[by].own(parseWallet(wallet))]);
      return { ...top, me };
    },
  );
};

/** The same as files. */
const exportRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const params = z.object({ wallet: walletAddressSchema });
  const config = { rateLimit: { max: context.env.RATE_LIMIT_WRITES } };
  // Exports are written one at a time; others wait or are refused, so that a crowd of them slows nothing else down.
  const inExportTurn = inTurn(EXPORTS_WAITING);
  const asking = new Map<string, Set<FastifyReply>>();
  const kept = { keptMs: EXPORT_KEPT_MS, most: EXPORTS_KEPT };
  const exportsOf = { csv: crowdedWallets<string>(context, kept), json: crowdedWallets<string>(context, kept) };
  const send = async (request: FastifyRequest, reply: FastifyReply, named: string, kind: 'csv' | 'json') => {
    const wallet = parseWallet(named);
    request.endTurn?.();
    // Callers share the answer about a crowded wallet: it goes on while any of them waits.
    const key = `${wallet} ${kind}`;
    const waiting = asking.get(key) ?? new Set();
    asking.set(key, waiting.add(reply));
    const isWanted = () => [...waiting].some(({ raw }) => !raw.destroyed);
    const write = (viewer: Viewer) => inExportTurn(() => exportOf(context, { wallet, viewer, kind }), isWanted);
    const body = await app.sessions
      .viewerOf(request, wallet)
      .then((viewer) => exportsOf[kind](wallet, viewer, write))
      .finally(() => {
        waiting.delete(reply);
        if (waiting.size === 0) asking.delete(key);
      });
    return reply
      .header('content-disposition', `attachment; filename="synx-${wallet}.${kind}"`)
      .type(kind === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .send(body);
  };

  app.get(
    '/api/dashboard/export/:wallet.csv',
    {
      config,
      ...call(
        'Purchases and stakes of a wallet as a table (RFC 4180), 1,000 of each unless the session has proven it',
        z.string().describe('text/csv'),
        { params },
      ),
    },
    (request, reply) => sent(send(request, reply, request.params.wallet, 'csv')),
  );

  app.get(
    '/api/dashboard/export/:wallet.json',
    {
      config,
      ...call('The same as JSON', holdingsExportSchema, { params }),
    },
    (request, reply) => sent(send(request, reply, request.params.wallet, 'json')),
  );
};
