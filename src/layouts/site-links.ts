import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';

/** Address of the Blackpaper's PDF in a locale (decision 30). */
export function blackpaperFile(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? '/Blackpaper.pdf' : `/${locale}/Blackpaper.pdf`;
}
