import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callsOf } from '#src/contract/errors.ts';
import { violationRequestSchema, violationResponseSchema } from '#src/contract/violations.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ageOf } from '#src/server/platform/util/age.ts';

const call = callsOf('system');

/** A page sends at most three. Browser extensions cause them too, so nobody is woken up by one. */
const REPORTS_A_MINUTE = 10;
/** Log lines per minute that all callers together can cause. */
const LINES_A_MINUTE = 60;
const MINUTE_MS = 60_000;

/** POST /api/csp-report: a page's policy blocked something. The report goes to the log and nowhere else. */
export const violationRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  let minute = { since: 0, lines: 0 };
  app.post(
    '/api/csp-report',
    {
      config: { rateLimit: { max: REPORTS_A_MINUTE }, stores: false },
      ...call('Report that the policy of a page has blocked something', violationResponseSchema, {
        body: violationRequestSchema,
      }),
    },
    async (request) => {
      const now = context.now();
      if (ageOf(minute.since, now) >= MINUTE_MS) minute = { since: now, lines: 0 };
      minute.lines += 1;
      const noted = minute.lines <= LINES_A_MINUTE;
      if (noted) request.log.warn({ violation: request.body }, 'a page blocked something by its content policy');
      return { noted };
    },
  );
};
