import type { Locale } from '#src/config/locales.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { localizedPath, type PagePath } from '#src/i18n/urls.ts';

const PRESS = '/press-release';

/** A page's data for search engines (schema.org): its publisher, and its place on the site. */
export function structuredData(site: URL, locale: Locale, path: PagePath, title: string): object {
  const t = translatorOf(locale);
  const address = (page: PagePath) => new URL(localizedPath(locale, page), site).href;
  const organisation = {
    '@type': 'Organization',
    '@id': new URL('/#organization', site).href,
    name: t('site.name'),
    url: site.origin,
    logo: new URL('/icons/icon-512.png', site).href,
  };
  const trail: { page: PagePath; name: string }[] = [
    { page: '/', name: t('nav.home') },
    ...(path.startsWith(`${PRESS}/`) ? [{ page: PRESS, name: t('footer.press') } as const] : []),
    { page: path, name: title.replace(/ – SYNX$/, '') },
  ];
  const breadcrumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ page, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: address(page),
    })),
  };
  return { '@context': 'https://schema.org', '@graph': path === '/' ? [organisation] : [organisation, breadcrumbs] };
}
