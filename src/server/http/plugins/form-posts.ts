import type { FastifyError, FastifyInstance } from 'fastify';
import { MAIL_TEXTS } from '#src/server/platform/mail/mail-texts.ts';
import { requestLocale } from '../request-locale.ts';
import { sendServicePage, wantsPage } from '../service-page.ts';

/** Accepts forms of pages without JavaScript, and the one-click POST of mail programs (RFC 8058). */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 || !wantsPage(request)) throw error;
    const { locale: named } = (request.body ?? {}) as { locale?: unknown };
    const locale = requestLocale(request, typeof named === 'string' ? named : undefined);
    const texts = MAIL_TEXTS[locale];
    return sendServicePage(reply.status(status), {
      locale,
      title: texts['page.failed.title'],
      text: texts['page.failed.text'],
    });
  });
}
