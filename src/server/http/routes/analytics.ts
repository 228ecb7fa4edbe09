import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { analyticsEventRequestSchema, analyticsEventResponseSchema } from '#src/contract/analytics.ts';
import { apiErrorSchema } from '#src/contract/errors.ts';
import { countedPaths, countView } from '#src/server/community/analytics/count-view.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';

/** POST /api/analytics/event: adds one to the views of an existing page; reads and sets no cookie and no identifier. */
export const analyticsRoutes: FastifyPluginAsyncZod<{ context: AppContext; contentDirectory: string }> = async (
  app,
  { context, contentDirectory },
) => {
  const paths = countedPaths(contentDirectory);
  app.post(
    '/api/analytics/event',
    {
      // Page views from a shared address must not use up its visitors' writes.
      config: { rateLimit: { max: context.env.RATE_LIMIT_READS } },
      schema: {
        summary: 'Count a page view; only sums per day are kept',
        tags: ['analytics'],
        body: analyticsEventRequestSchema,
        response: { 200: analyticsEventResponseSchema, '4xx': apiErrorSchema, '5xx': apiErrorSchema },
      },
    },
    async (request, reply) => {
      const counted = paths.has(request.body.path);
      if (counted) await countView(context.db, request.body, context.now());
      reply.header('cache-control', 'no-store');
      return { counted };
    },
  );
};
