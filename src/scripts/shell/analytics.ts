import { DEFAULT_LOCALE, isLocale } from '#src/config/locales.ts';

/** Tells our server that a page was read in a language: no cookie, no identifier, no other host. */
export function countPage(): void {
  const locale = document.documentElement.lang;
  if (!isLocale(locale)) return;
  const { pathname } = location;
  const path = (locale === DEFAULT_LOCALE ? pathname : pathname.slice(locale.length + 1)).replace(/\/+$/, '') || '/';
  void fetch('/api/analytics/event', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, locale }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}
