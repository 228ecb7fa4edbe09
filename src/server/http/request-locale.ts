import type { FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE, isLocale, LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { preferredLanguage } from '#src/lib/text/accept-language.ts';

/** The language named, else the one Accept-Language likes best, else English. */
export function requestLocale(request: FastifyRequest, named?: string): Locale {
  if (named !== undefined && isLocale(named)) return named;
  return askedLocale(request) ?? DEFAULT_LOCALE;
}

/** The language Accept-Language likes best of those we have; null where it names none of them. */
export function askedLocale(request: FastifyRequest): Locale | null {
  return preferredLanguage(request.headers['accept-language'], LOCALE_CODES);
}
