import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { testnetStatusSchema } from '#src/contract/testnet.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';

/** GET /api/testnet/status: that the SYNX chain has no test network, and whether this server is a rehearsal. */
export const testnetRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  app.get(
    '/api/testnet/status',
    {
      schema: {
        summary: 'State of the test network of the SYNX chain',
        tags: ['system'],
        response: { 200: testnetStatusSchema },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return {
        announced: false as const,
        rehearsal: context.env.rehearsal,
        asOf: new Date(context.now()).toISOString(),
      };
    },
  );
};
