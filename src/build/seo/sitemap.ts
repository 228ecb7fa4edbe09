import { DEFAULT_LOCALE } from '#src/config/locales.ts';
import type { PagePath } from '#src/i18n/urls.ts';
import { escapeHtml } from '#src/lib/text/escape-html.ts';
import { pageAddresses } from './page-paths.ts';

/** The sitemap: every page in every language, each naming all its languages (sitemaps.org 0.9, hreflang alternates). */
export function sitemap(origin: string, pages: readonly PagePath[]): string {
  const urls = pages.flatMap((path) => {
    const addresses = pageAddresses(origin, path);
    const english = addresses.find(({ locale }) => locale === DEFAULT_LOCALE);
    const alternates = [...addresses, ...(english === undefined ? [] : [{ ...english, locale: 'x-default' }])]
      .map(({ locale, url }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${escapeHtml(url)}"/>`)
      .join('');
    return addresses.map(({ url }) => `<url><loc>${escapeHtml(url)}</loc>${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
}
