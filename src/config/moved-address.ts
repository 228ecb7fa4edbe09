import { DEFAULT_LOCALE, LOCALE_CODES } from './locales.ts';

/** What running text leaves at the end of a link: "see https://…/faq." */
const AFTER_LINK = /^(\/(?:\w(?:[\w./-]*\w)?)?)\/?(?:[.,;:!?)\]}>'"]|[。，、”’»…])+$/;
const OLD_NAME = new RegExp(`^((?:/(?:${LOCALE_CODES.join('|')}))?)/whitepaper/?$`);
/** A language with regions or scripts, in any case, before an address or alone. */
const LANGUAGE = /^\/([a-z]{2})((?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3}))*)((?:\/[\w.-]+)*)\/?$/i;

/**
 * Where a wrong address means to lead: one with a full stop behind it, the Blackpaper's old name, the default language
 * in front, or another name of a language (`/pt-BR/faq`). Null for any other. deploy/nginx/ and deploy/caddy/ have the
 * same rules, one change at a time as here; public/_redirects has the usual names.
 */
export function movedAddress(path: string): string | null {
  const [, clean] = AFTER_LINK.exec(path) ?? [];
  if (clean !== undefined) return clean;
  const [, folder] = OLD_NAME.exec(path) ?? [];
  if (folder !== undefined) return `${folder}/blackpaper`;
  const [, language = '', region = '', rest = ''] = LANGUAGE.exec(path) ?? [];
  const locale = LOCALE_CODES.find((code) => code === language.toLowerCase());
  if (locale === DEFAULT_LOCALE) return rest === '' ? '/' : rest;
  return locale === undefined || (language === locale && region === '') ? null : `/${locale}${rest}`;
}
