import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';

/** Refuses to date anything by a time that no chain has confirmed (S27). Posted hashes are stored, not yet credited. */
export const datedWritesPlugin = fastifyPlugin(async (app: FastifyInstance, { clock }: Pick<AppContext, 'clock'>) => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isWrite = request.method === 'POST' || request.routeOptions.config.stores === true;
    const isKept = !isWrite || request.url.startsWith('/api/presale/');
    done(isKept || clock.isConfirmed() ? undefined : new ApiFailure('chain_unavailable'));
  });
});
