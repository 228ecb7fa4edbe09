import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CHECKED_CACHE, PAGE_POLICY } from '#src/config/security-headers.ts';
import {
  allocationEntryResponseSchema,
  allocationResponseSchema,
  objectionRequestSchema,
  objectionResponseSchema,
} from '#src/contract/allocation.ts';
import { callsOf } from '#src/contract/errors.ts';
import { walletAddressSchema } from '#src/contract/shapes.ts';
import { allocationEntryView, allocationView } from '#src/server/money/handover/batch-view.ts';
import { fileObjection } from '#src/server/money/handover/objections.ts';
import { type AppContext, publicReadsOf } from '#src/server/platform/context/app-context.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { countCaller } from '../caller-limits.ts';
import { publicCall, sendUnlessSame } from './public-read.ts';

const call = callsOf('allocation');
/** A published file, such as 1/manifest.json or 1/s/0af.json; never one whose folder is being written. */
const PUBLISHED = /^[1-9]\d{0,5}(?:\/[\w-][\w.-]{0,60}){1,2}$/;

/** What the handover owes each wallet: the state of the list, and what it says about an address. */
export const allocationRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  publicCall(
    app,
    '/api/allocation',
    call('The list of who receives what: its state and what it comes to', allocationResponseSchema),
    {
      load: () => publicReadsOf(context)((db) => allocationView(db, context.env)),
      seconds: 5,
      now: context.now,
    },
  );

  app.get(
    '/api/allocation/entries/:address',
    call('What the latest list says about an address', allocationEntryResponseSchema, {
      params: z.object({ address: walletAddressSchema }),
    }),
    async (request, reply) => {
      const view = await allocationEntryView(context.db, parseWallet(request.params.address));
      return sendUnlessSame(request, reply, view satisfies z.input<typeof allocationEntryResponseSchema>);
    },
  );

  app.post(
    '/api/allocation/objections',
    call('Object to what the draft list says about a wallet', objectionResponseSchema, {
      body: objectionRequestSchema,
    }),
    async (request, reply) => {
      const wallet = parseWallet(request.body.walletAddress);
      await app.sessions.requireWallet(request, wallet);
      await app.limits.walletWrite(request, wallet);
      await countCaller(context, reply, 'objections', context.env.RATE_LIMIT_MISSIONS);
      return { objection: await fileObjection(context.db, wallet, request.body.text, context.now()) };
    },
  );

  // The root is given with each file: the folder does not exist before there is a list.
  await app.register(fastifyStatic, {
    root: import.meta.dirname,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  app.get('/allocation/*', { schema: { hide: true }, config: { rateLimit: false } }, (request, reply) => {
    const { '*': file = '' } = request.params as { readonly '*'?: string };
    if (!PUBLISHED.test(file)) return reply.callNotFound();
    // claim.html carries the rest of its policy itself, as pages do.
    if (file.endsWith('.html')) reply.header('content-security-policy', PAGE_POLICY);
    return reply.header('cache-control', CHECKED_CACHE).sendFile(file, resolve(context.env.ALLOCATION_FOLDER));
  });
};
