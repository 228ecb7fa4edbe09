import type { Locale } from '#src/config/locales.ts';

const FLAGS = import.meta.glob<string>('/public/icons/flags/*.svg', { query: '?raw', import: 'default', eager: true });

/** The address of a language's flag, which contains the picture itself: a page's header requests no file for it. */
export function flagAddress(locale: Locale): string {
  const svg = FLAGS[`/public/icons/flags/${locale}.svg`] ?? '';
  return `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#<>]/g, encodeURIComponent)}`;
}
