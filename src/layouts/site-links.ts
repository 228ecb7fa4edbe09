import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { localizedPath, type PagePath } from '#src/i18n/urls.ts';

/** Address of a page in a locale; null while the site has no such page. */
export function pageLink(locale: Locale, path: string): string | null {
  const known = PAGE_PATHS.find((page) => page === path) as PagePath | undefined;
  return known === undefined ? null : localizedPath(locale, known);
}

/** Address of the Blackpaper's PDF in a locale (decision 30). */
export function blackpaperFile(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? '/Blackpaper.pdf' : `/${locale}/Blackpaper.pdf`;
}
