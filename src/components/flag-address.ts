import type { Locale } from '#src/config/locales.ts';

const FLAGS = import.meta.glob<string>('/public/icons/flags/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The address of a language's flag, which contains the picture itself, so that no page requests a file for it. */
export function flagAddress(locale: Locale): string {
  const svg = FLAGS[`/public/icons/flags/${locale}.svg`];
  if (svg === undefined) throw new RangeError(`no flag of ${locale}`);
  return `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#<>]/g, encodeURIComponent)}`;
}
