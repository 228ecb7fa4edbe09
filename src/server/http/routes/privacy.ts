import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { apiErrorSchema } from '#src/contract/errors.ts';
import {
  privacyDeleteResponseSchema,
  privacyExportResponseSchema,
  privacyRequestSchema,
} from '#src/contract/privacy.ts';
import { deleteData } from '#src/server/community/privacy/delete-data.ts';
import { exportData } from '#src/server/community/privacy/export-data.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';

/** What the server stores about a wallet, for that wallet alone to see and delete (decision 47). */
export const privacyRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const tags = ['privacy'];
  const errors = { '4xx': apiErrorSchema, '5xx': apiErrorSchema };

  app.post(
    '/api/privacy/export',
    {
      schema: {
        summary: 'The server’s data about a proven wallet',
        tags,
        body: privacyRequestSchema,
        response: { 200: privacyExportResponseSchema, ...errors },
      },
    },
    async (request, reply) => {
      const wallet = parseWallet(request.body.walletAddress);
      await app.sessions.requireProof(request, wallet);
      await app.limits.walletWrite(request, wallet);
      reply.header('cache-control', 'no-store');
      return exportData(context.db, wallet, context.now());
    },
  );

  app.post(
    '/api/privacy/delete',
    {
      schema: {
        summary: 'Delete all data that no record relies on, and end all sessions of the wallet',
        tags,
        body: privacyRequestSchema,
        response: { 200: privacyDeleteResponseSchema, ...errors },
      },
    },
    async (request, reply) => {
      const wallet = parseWallet(request.body.walletAddress);
      await app.sessions.requireProof(request, wallet);
      await app.limits.walletWrite(request, wallet);
      reply.header('cache-control', 'no-store');
      return deleteData(context.db, wallet);
    },
  );
};
