import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ChainId } from '#src/config/chains.ts';
import { callsOf } from '#src/contract/errors.ts';
import { transactionHashSchema, walletAddressSchema } from '#src/contract/shapes.ts';
import {
  TRACKED_SHOWN,
  type Track,
  trackQuerySchema,
  trackResponseSchema,
  trackWalletResponseSchema,
} from '#src/contract/track.ts';
import { crowdedWallets } from '#src/server/money/payments/answer/crowded-wallets.ts';
import { walletPayments } from '#src/server/money/payments/answer/wallet-payments.ts';
import { lookUp } from '#src/server/money/track/look-up.ts';
import { recordedTrack } from '#src/server/money/track/recorded-track.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { keyedCache } from '#src/server/platform/util/caches.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { sendUnlessSame } from './public-read.ts';

const call = callsOf('track');

const RECORDED_MS = 1_000;
const LOOKED_UP_MS = 5_000;
const KEPT = 5_000;
/** Concurrent look-ups of unknown hashes, each on every chain: payments need the chains' answers first. */
const AT_ONCE = 16;
const WALLET_POLL_SECONDS = 15;
/** If a transaction has more unlisted payments than this, its answer is cached longer, because all of them are read. */
const MANY_UNLISTED = 150;
const MANY_MS = 10_000;
/** How long lists of crowded wallets are cached, and of how many. */
const LISTS_KEPT = { keptMs: 5_000, most: 500 };

/** Pages poll with If-None-Match: a 304 costs a few indexed reads, and unlike a stream no connection per visitor. */
export const trackRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const recorded = keyedCache<Track | null>(RECORDED_MS, KEPT, context.now);
  const large = keyedCache<Track | null>(MANY_MS, KEPT, context.now);
  const lookedUp = keyedCache<Track>(LOOKED_UP_MS, KEPT, context.now);
  const listed = crowdedWallets<Awaited<ReturnType<typeof walletPayments>>>(context, LISTS_KEPT);
  let looking = 0;
  const look = async (request: FastifyRequest, hash: string, chainId: ChainId | null) => {
    if (looking >= AT_ONCE) throw new ApiFailure('overloaded');
    looking += 1;
    try {
      return await context.lookBudget.run(await app.limits.laneOf(request), () => lookUp(context, hash, chainId));
    } finally {
      looking -= 1;
    }
  };

  app.get(
    '/api/track/:hash',
    call('The state of a payment, step by step; for an unknown hash, the chains’ answers', trackResponseSchema, {
      params: z.object({ hash: transactionHashSchema }),
      querystring: trackQuerySchema,
    }),
    async (request, reply) => {
      const hash = request.params.hash.toLowerCase();
      const chainId = request.query.chainId ?? null;
      const key = `${hash} ${chainId}`;
      const kept = large.has(key) ? large : recorded;
      let track = await kept.get(key, () => recordedTrack(context.db, hash, chainId));
      if (track !== null && track.unlisted > MANY_UNLISTED) await large.get(key, async () => track);
      if (track === null) {
        request.endTurn?.();
        if (!lookedUp.has(key)) await app.limits.lookUp(request);
        track = await lookedUp.get(key, () => look(request, hash, chainId));
      }
      return sendUnlessSame(request, reply, track satisfies z.input<typeof trackResponseSchema>);
    },
  );

  app.get(
    '/api/track/wallet/:wallet',
    call('A wallet’s payments and posted hashes, newest first', trackWalletResponseSchema, {
      params: z.object({ wallet: walletAddressSchema }),
    }),
    async (request, reply) => {
      const wallet = parseWallet(request.params.wallet);
      const viewer = await app.sessions.viewerOf(request, wallet);
      const { payments, total } = await listed(wallet, viewer, (reader) =>
        walletPayments(context.db, wallet, TRACKED_SHOWN, reader),
      );
      const answer = { wallet, payments: [...payments], total, pollSeconds: WALLET_POLL_SECONDS };
      return sendUnlessSame(request, reply, answer satisfies z.input<typeof trackWalletResponseSchema>);
    },
  );
};
