import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callsOf } from '#src/contract/errors.ts';
import { testnetStatusSchema } from '#src/contract/testnet.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';

const call = callsOf('system');

/** GET /api/testnet/status: that the SYNX chain has no test network, and whether this server is a rehearsal. */
export const testnetRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  app.get(
    '/api/testnet/status',
    call('State of the test network of the SYNX chain', testnetStatusSchema),
    async () => ({
      announced: false as const,
      rehearsal: context.env.rehearsal,
      asOf: new Date(context.now()).toISOString(),
    }),
  );
};
