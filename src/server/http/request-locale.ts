import type { FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE, isLocale, LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { preferredLanguage } from '#src/lib/text/accept-language.ts';

/** The language named in the request, otherwise the visitor's preferred one by Accept-Language, otherwise English. */
export function requestLocale(request: FastifyRequest, named?: string): Locale {
  if (named !== undefined && isLocale(named)) return named;
  return askedLocale(request) ?? DEFAULT_LOCALE;
}

/** The visitor's preferred language by Accept-Language that the site has; null if it has none of them. */
export function askedLocale(request: FastifyRequest): Locale | null {
  return preferredLanguage(request.headers['accept-language'], LOCALE_CODES);
}
