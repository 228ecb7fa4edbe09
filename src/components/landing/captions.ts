import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';

/** The locales in which public/media/marketplace-demo.<locale>.vtt exists. */
const CAPTIONED: readonly Locale[] = ['en'];

/** The demo's captions in a locale, else the English ones. */
export function captionsFor(locale: Locale): { readonly src: string; readonly language: Locale } {
  const language = CAPTIONED.includes(locale) ? locale : DEFAULT_LOCALE;
  return { src: `/media/marketplace-demo.${language}.vtt`, language };
}
