import type { Locale } from '#src/config/locales.ts';
import type { PagePath } from '#src/i18n/urls.ts';

/** Pixels of the picture shown where a page is shared. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const;

/** Address of a page's share image in a locale; the build draws it from the page's own title and description. */
export function shareImagePath(locale: Locale, path: PagePath): string {
  return `/share/${locale}/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;
}
