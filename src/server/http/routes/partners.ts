import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callsOf } from '#src/contract/errors.ts';
import {
  partnerApplyRequestSchema,
  partnerApplyResponseSchema,
  partnersResponseSchema,
} from '#src/contract/partners.ts';
import { fill } from '#src/lib/text/fill.ts';
import { partnerList } from '#src/server/community/partners/partner-list.ts';
import { newReference, recordApplication } from '#src/server/community/partners/record-application.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { MAIL_TEXTS } from '#src/server/platform/mail/mail-texts.ts';
import { countCaller } from '../caller-limits.ts';
import { acceptForms } from '../plugins/form-posts.ts';
import { requestLocale } from '../request-locale.ts';
import { sent } from '../sent.ts';
import { sendServicePage, wantsPage } from '../service-page.ts';
import { publicCall } from './public-read.ts';

const call = callsOf('partners');

/** POST /api/partner/apply stores an application; GET /api/partners lists the announced partners. */
export const partnerRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const partners = partnerList();
  acceptForms(app);

  publicCall(app, '/api/partners', call('Partners that have been announced', partnersResponseSchema), {
    load: async () => partners,
    seconds: 300,
    now: context.now,
  });

  app.post(
    '/api/partner/apply',
    call('Apply as a partner', partnerApplyResponseSchema, {
      consumes: ['application/json', 'application/x-www-form-urlencoded'],
      body: partnerApplyRequestSchema,
    }),
    async (request, reply) => {
      await countCaller(context, reply, 'partner', context.env.RATE_LIMIT_FORMS);
      const reference = request.body.fax
        ? newReference()
        : await recordApplication(context.db, request.body, context.now());
      if (!wantsPage(request)) return { reference };
      const locale = requestLocale(request, request.body.locale);
      const texts = MAIL_TEXTS[locale];
      const text = fill(texts['page.applied.text'], { reference });
      return sent(sendServicePage(reply, { locale, title: texts['page.applied.title'], text }));
    },
  );
};
