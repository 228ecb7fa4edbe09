import type { FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE, isLocale, LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { preferredLanguage } from '#src/lib/accept-language.ts';

/** The language named, else the one Accept-Language likes best, else English. */
export function requestLocale(request: FastifyRequest, named?: string): Locale {
  if (named !== undefined && isLocale(named)) return named;
  return preferredLanguage(request.headers['accept-language'], LOCALE_CODES) ?? DEFAULT_LOCALE;
}
