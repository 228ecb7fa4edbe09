import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callsOf } from '#src/contract/errors.ts';
import {
  privacyDeleteResponseSchema,
  privacyExportResponseSchema,
  privacyRequestSchema,
} from '#src/contract/privacy.ts';
import { deleteData } from '#src/server/community/privacy/delete-data.ts';
import { exportData } from '#src/server/community/privacy/export-data.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';

const call = callsOf('privacy');

/** What the server stores about a wallet, for that wallet alone to see and delete (decision 47). */
export const privacyRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const body = privacyRequestSchema;
  const proven = async (request: FastifyRequest<{ Body: { walletAddress: string } }>) => {
    const wallet = parseWallet(request.body.walletAddress);
    await app.sessions.requireProof(request, wallet);
    await app.limits.walletWrite(request, wallet);
    return wallet;
  };

  app.post(
    '/api/privacy/export',
    call('The server’s data about a proven wallet', privacyExportResponseSchema, { body }),
    async (request) => exportData(context.db, await proven(request), context.now()),
  );

  const deletion = 'Delete all data that no record relies on, and end all sessions of the wallet';
  app.post('/api/privacy/delete', call(deletion, privacyDeleteResponseSchema, { body }), async (request) =>
    deleteData(context.db, await proven(request)),
  );
};
