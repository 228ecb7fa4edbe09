import { DEFAULT_LOCALE, isLocale, type Locale } from '#src/config/locales.ts';

/** Pages that open offline; the build fills them in, so that the worker does not contain the whole table of pages. */
declare const READING_PATHS: readonly string[];

/** The locale and the page of a URL's path: "/de/faq" is de and "/faq". */
export function splitPath(pathname: string): { locale: Locale; page: string } {
  const [, first = ''] = pathname.split('/');
  const locale = isLocale(first) ? first : DEFAULT_LOCALE;
  const rest = isLocale(first) ? pathname.slice(first.length + 1) : pathname;
  return { locale, page: rest.replace(/\/+$/, '') || '/' };
}

/** The published keys of receipts: what the copy of /verify needs to check one. */
export const KEYS_PATH = '/api/verify/keys';

/** Whether nothing on a page goes out of date within minutes, so that a copy may be shown offline. */
export function isReadingPage(pathname: string): boolean {
  const { page } = splitPath(pathname);
  return READING_PATHS.some((path) => page === path || (path === '/press-release' && page.startsWith(`${path}/`)));
}

/** The path of the offline page, in the language of an address. */
export function offlinePath(pathname: string): string {
  const { locale } = splitPath(pathname);
  return locale === DEFAULT_LOCALE ? '/offline' : `/${locale}/offline`;
}

/** The site's own hashed files that a page names, each at its first address (config/retried.ts). */
export function assetsOf(html: string): string[] {
  return [...new Set([...html.matchAll(/["'](\/_astro\/[^"'?]+)["']/g)].map(([, path = '']) => path))];
}

/** Shows the note that a page is a copy: every page carries it hidden. */
export function withOfflineNote(html: string): string {
  return html.replace(' data-offline hidden', ' data-offline');
}
