import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { analyticsEventRequestSchema, analyticsEventResponseSchema } from '#src/contract/analytics.ts';
import { callsOf } from '#src/contract/errors.ts';
import { countedPaths, countView } from '#src/server/community/analytics/count-view.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';

const call = callsOf('analytics');

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
      ...call('Count a page view; only sums per day are kept', analyticsEventResponseSchema, {
        body: analyticsEventRequestSchema,
      }),
    },
    async (request) => {
      const counted = paths.has(request.body.path);
      if (counted) await countView(context.db, request.body, context.now());
      return { counted };
    },
  );
};
