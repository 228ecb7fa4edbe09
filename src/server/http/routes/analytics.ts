import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { analyticsEventRequestSchema, analyticsEventResponseSchema } from '#src/contract/analytics.ts';
import { apiErrorSchema } from '#src/contract/errors.ts';
import { countView } from '../../analytics/count-view.ts';
import type { Engine } from '../../context/engine.ts';

/** POST /api/analytics/event: adds one to a page's views; takes no cookie and no identifier, and answers none. */
export const analyticsRoutes: FastifyPluginAsyncZod<{ engine: Engine }> = async (app, { engine }) => {
  app.post(
    '/api/analytics/event',
    {
      // Pages read behind a shared address must not use up what its visitors may write.
      config: { rateLimit: { max: engine.env.RATE_LIMIT_READS } },
      schema: {
        summary: 'Count that a page was read; sums a day only',
        tags: ['analytics'],
        body: analyticsEventRequestSchema,
        response: { 200: analyticsEventResponseSchema, '4xx': apiErrorSchema, '5xx': apiErrorSchema },
      },
    },
    async (request, reply) => {
      await countView(engine.db, request.body, engine.now());
      reply.header('cache-control', 'no-store');
      return { counted: true as const };
    },
  );
};
