import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import type { ListedPath } from '#src/config/page-paths.ts';

/** A page of the list, or a press release. */
export type PagePath = ListedPath | `/press-release/${string}`;

/** Address of a page in a locale, without a trailing slash: English at `/…`, the others at `/<locale>/…`. */
export function localizedPath(locale: Locale, path: PagePath): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** Address of the page that shows a receipt, by `?id=`; no list of pages contains it. */
export function receiptPath(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? '/receipt' : `/${locale}/receipt`;
}

/** Address of the page where tokens are claimed; no list of pages contains it before anything can be claimed. */
export function claimPath(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? '/claim' : `/${locale}/claim`;
}
