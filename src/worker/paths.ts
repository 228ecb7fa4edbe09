import { DEFAULT_LOCALE, isLocale, type Locale } from '#src/config/locales.ts';

/**
 * Pages of text only. Those a visitor has read remain readable offline; pages with prices, balances or other live
 * figures are never served from a copy.
 */
const READING_PATHS = [
  '/faq',
  '/blackpaper',
  '/privacy',
  '/terms',
  '/press-release',
  '/partner',
  '/video',
  '/summary',
] as const;

/** The locale and the page of a URL's path: "/de/faq" is de and "/faq". */
export function splitPath(pathname: string): { locale: Locale; page: string } {
  const [, first = ''] = pathname.split('/');
  const locale = isLocale(first) ? first : DEFAULT_LOCALE;
  const rest = isLocale(first) ? pathname.slice(first.length + 1) : pathname;
  return { locale, page: rest.replace(/\/+$/, '') || '/' };
}

/** Whether a page contains only text, and so may be shown from a copy while offline. */
export function isReadingPage(pathname: string): boolean {
  const { page } = splitPath(pathname);
  return READING_PATHS.some((path) => page === path || (path === '/press-release' && page.startsWith(`${path}/`)));
}

/** The path of the offline page, in the language of an address. */
export function offlinePath(pathname: string): string {
  const { locale } = splitPath(pathname);
  return locale === DEFAULT_LOCALE ? '/offline' : `/${locale}/offline`;
}

/** The site's own hashed files that a page names. */
export function assetsOf(html: string): string[] {
  return [...new Set([...html.matchAll(/["'](\/_astro\/[^"']+)["']/g)].map(([, path = '']) => path))];
}

/** Shows the note that a page is a copy: every page carries it hidden. */
export function withOfflineNote(html: string): string {
  return html.replace(' data-offline hidden', ' data-offline');
}
