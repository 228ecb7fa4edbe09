import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callsOf } from '#src/contract/errors.ts';
import {
  newsResponseSchema,
  proofResponseSchema,
  recordIdSchema,
  recordKindSchema,
  recordsQuerySchema,
  recordsResponseSchema,
  rootsQuerySchema,
  rootsResponseSchema,
} from '#src/contract/records.ts';
import { type AppContext, publicReadsOf } from '#src/server/platform/context/app-context.ts';
import type { KeyRing } from '#src/server/platform/keys/key-ring.ts';
import { latestNews, proofsOf, recordsPage, rootsPage } from '#src/server/platform/records/read-records.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { publicCall, publicRead, sendUnlessSame } from './public-read.ts';

const NEWS_SECONDS = 5;
const ROOTS_SECONDS = 60;

const call = callsOf('records');

/** The public records, their daily roots and proofs, and the system log (docs/records.md). */
export const recordRoutes: FastifyPluginAsyncZod<{ context: AppContext; keys: KeyRing }> = async (app, options) => {
  await recordReadRoutes(app, options);
  await proofRoutes(app, options);
};

const recordReadRoutes: FastifyPluginAsyncZod<{ context: AppContext; keys: KeyRing }> = async (
  app,
  { context, keys },
) => {
  const read = publicReadsOf(context);

  const newest = publicRead(rootsResponseSchema, () => read((db) => rootsPage(db, keys)), ROOTS_SECONDS, context.now);
  app.get(
    '/api/records/roots',
    call('The signed Merkle root of each day and kind of records, newest first', rootsResponseSchema, {
      querystring: rootsQuerySchema,
    }),
    async (request, reply) => {
      const { before } = request.query;
      if (before === undefined) return newest.send(request, reply);
      return sendUnlessSame(
        request,
        reply,
        (await read((db) => rootsPage(db, keys, before))) satisfies z.input<typeof rootsResponseSchema>,
      );
    },
  );

  app.get(
    '/api/records/:kind',
    call('Records of a kind in order, a page at a time', recordsResponseSchema, {
      params: z.object({ kind: recordKindSchema }),
      querystring: recordsQuerySchema,
    }),
    async (request, reply) => {
      const { after, wallet } = request.query;
      const { kind } = request.params;
      // Somebody may ask for a wallet's own records right after its vote; nobody hurries to recount the whole list.
      const page =
        wallet === undefined
          ? await read((db) => recordsPage(db, kind, after))
          : await recordsPage(context.db, kind, after, parseWallet(wallet));
      return sendUnlessSame(request, reply, page satisfies z.input<typeof recordsResponseSchema>);
    },
  );
};

const proofRoutes: FastifyPluginAsyncZod<{ context: AppContext; keys: KeyRing }> = async (app, { context, keys }) => {
  const { db } = context;

  app.get(
    '/api/records/proof/:id',
    {
      // Each read of a proof signs it.
      config: { rateLimit: { max: context.env.RATE_LIMIT_WRITES } },
      ...call('The proof that a payment, a vote or a record is under the root of its day', proofResponseSchema, {
        params: z.object({ id: recordIdSchema }),
      }),
    },
    async (request, reply) => {
      const proofs = await proofsOf(db, keys, request.params.id);
      if (proofs === null) throw new ApiFailure('not_found');
      return sendUnlessSame(request, reply, proofs satisfies z.input<typeof proofResponseSchema>);
    },
  );

  publicCall(app, '/api/news', call('The latest entries of the system log', newsResponseSchema), {
    load: () => publicReadsOf(context)(latestNews),
    seconds: NEWS_SECONDS,
    now: context.now,
  });
};
