import { BLACKPAPER_LOCALES } from '#src/config/blackpaper.ts';
import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { localizedPath, PAGE_PATHS, type PagePath } from '#src/i18n/urls.ts';

/** Address of a page in a locale; null while the site has no such page. */
export function pageLink(locale: Locale, path: string): string | null {
  const known = PAGE_PATHS.find((page) => page === path) as PagePath | undefined;
  return known === undefined ? null : localizedPath(locale, known);
}

/** Address of the Blackpaper's PDF: the locale's own where its script can be set, else the English one; null without any. */
export function blackpaperFile(locale: Locale): string | null {
  const found = ([locale, DEFAULT_LOCALE] as const).find((code) => BLACKPAPER_LOCALES.includes(code));
  if (found === undefined) return null;
  return found === DEFAULT_LOCALE ? '/Blackpaper.pdf' : `/${found}/Blackpaper.pdf`;
}
