import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callsOf } from '#src/contract/errors.ts';
import { faqFeedbackRequestSchema, faqFeedbackResponseSchema } from '#src/contract/faq.ts';
import { faqIds } from '#src/server/community/faq/faq-ids.ts';
import { recordFaqVote } from '#src/server/community/faq/record-vote.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { countCaller } from '../caller-limits.ts';

const call = callsOf('faq');

/** POST /api/faq/feedback: a thumb for an answer; we publish only counts. */
export const faqRoutes: FastifyPluginAsyncZod<{ context: AppContext; contentDirectory: string }> = async (
  app,
  { context, contentDirectory },
) => {
  const ids = faqIds(contentDirectory);

  app.post(
    '/api/faq/feedback',
    call('Say whether an answer helped; null retracts it', faqFeedbackResponseSchema, {
      body: faqFeedbackRequestSchema,
    }),
    async (request, reply) => {
      const { id, value } = request.body;
      if (!ids.has(id)) throw new ApiFailure('not_found');
      await countCaller(context, reply, 'faq', context.env.RATE_LIMIT_MISSIONS);
      const session = await app.sessions.findOrOpen(request, reply);
      await recordFaqVote(context.db, session.tokenHash, request.body, context.now());
      return { id, value };
    },
  );
};
