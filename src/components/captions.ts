import type { Locale } from '#src/config/locales.ts';

/** The demo's captions in a locale; public/media has them in every one. */
export function captionsFor(locale: Locale): string {
  return `/media/marketplace-demo.${locale}.vtt`;
}
