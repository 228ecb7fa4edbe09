import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Locale } from '#src/config/locales.ts';
import { RETENTION } from '#src/config/retention.ts';
import { callsOf } from '#src/contract/errors.ts';
import {
  newsletterConfirmResponseSchema,
  newsletterLinkQuerySchema,
  newsletterSubscribeRequestSchema,
  newsletterSubscribeResponseSchema,
  newsletterTokenRequestSchema,
  newsletterUnsubscribeResponseSchema,
} from '#src/contract/newsletter.ts';
import { fill } from '#src/lib/text/fill.ts';
import {
  CONFIRM_PATH,
  confirm,
  subscribe,
  UNSUBSCRIBE_PATH,
  unsubscribe,
} from '#src/server/community/newsletter/subscriptions.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { MAIL_TEXTS } from '#src/server/platform/mail/mail-texts.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { countCaller } from '../caller-limits.ts';
import { acceptForms } from '../plugins/form-posts.ts';
import { requestLocale } from '../request-locale.ts';
import { sent } from '../sent.ts';
import { sendServicePage, wantsPage } from '../service-page.ts';

const FORMS = ['application/json', 'application/x-www-form-urlencoded'];

const call = callsOf('newsletter');
/** What a browser gets. */
const PAGE = { description: 'A page with one button', content: { 'text/html': { schema: z.string() } } };

/** Opening a link changes nothing, since programs that scan mail open links; the page behind it posts. */
export const newsletterRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, options) => {
  acceptForms(app);
  await subscribeRoute(app, options);
  await linkRoutes(app, options);
};

const subscribeRoute: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  app.post(
    '/api/newsletter/subscribe',
    call(
      'Subscribe to the newsletter; a mail follows in which the reader confirms',
      newsletterSubscribeResponseSchema,
      { consumes: FORMS, body: newsletterSubscribeRequestSchema },
    ),
    async (request, reply) => {
      const { email, locale: named, fax } = request.body;
      const locale = requestLocale(request, named);
      await countCaller(context, reply, 'newsletter', context.env.RATE_LIMIT_FORMS);
      if (!fax) await subscribe(context.db, email, locale, context.now());
      return answer(reply, locale, 'sent', { status: 'pending' as const });
    },
  );
};

const linkRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context: { db, env, now } }) => {
  // Mail programs post for many readers from few addresses, and nobody can guess a token.
  const config = { rateLimit: { max: env.RATE_LIMIT_READS } };
  const querystring = newsletterLinkQuerySchema;
  const input = { consumes: FORMS, querystring, body: newsletterTokenRequestSchema };

  app.get(CONFIRM_PATH, call('Page behind the link to confirm', PAGE, { querystring }), (request, reply) =>
    sent(linkPage(reply, request.query, 'confirm', CONFIRM_PATH)),
  );

  app.post(
    CONFIRM_PATH,
    { config, ...call('Confirm a subscription', newsletterConfirmResponseSchema, input) },
    async (request, reply) => {
      const locale = requestLocale(request, request.query.locale ?? request.body.locale);
      const confirmed = await confirm(db, request.body.token ?? request.query.token ?? '', now());
      if (confirmed) return answer(reply, locale, 'confirmed', { status: 'confirmed' as const });
      if (!wantsPage(request)) throw new ApiFailure('link_expired');
      return answer(reply.status(410), locale, 'expired', null);
    },
  );

  app.get(UNSUBSCRIBE_PATH, call('Page behind the link to unsubscribe', PAGE, { querystring }), (request, reply) =>
    sent(linkPage(reply, request.query, 'unsubscribe', UNSUBSCRIBE_PATH)),
  );

  const oneClick = 'Unsubscribe; also in one click from a mail program (RFC 8058)';
  app.post(
    UNSUBSCRIBE_PATH,
    { config, ...call(oneClick, newsletterUnsubscribeResponseSchema, input) },
    async (request, reply) => {
      const locale = requestLocale(request, request.query.locale ?? request.body.locale);
      await unsubscribe(db, request.body.token ?? request.query.token ?? '', now());
      return answer(reply, locale, 'unsubscribed', { status: 'unsubscribed' as const });
    },
  );
};

type Outcome = 'sent' | 'confirmed' | 'unsubscribed' | 'expired';

function answer(reply: FastifyReply, locale: Locale, outcome: Outcome, body: unknown): never {
  if (!wantsPage(reply.request)) return sent(reply.send(body));
  const texts = MAIL_TEXTS[locale];
  const text = fill(texts[`page.${outcome}.text`], { hours: RETENTION.confirmHours });
  return sent(sendServicePage(reply, { locale, title: texts[`page.${outcome}.title`], text }));
}

function linkPage(
  reply: FastifyReply,
  { token = '', locale: named }: { token?: string | undefined; locale?: string | undefined },
  what: 'confirm' | 'unsubscribe',
  action: string,
): FastifyReply {
  const locale = requestLocale(reply.request, named);
  const texts = MAIL_TEXTS[locale];
  const label = what === 'confirm' ? texts['confirm.button'] : texts['footer.unsubscribe'];
  return sendServicePage(reply, {
    locale,
    title: texts[`page.${what}.title`],
    text: texts[`page.${what}.text`],
    button: { label, action, token },
  });
}
