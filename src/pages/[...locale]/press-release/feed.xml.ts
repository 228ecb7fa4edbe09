import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { pressFeed } from '#src/components/reading/press-feed.ts';
import type { Locale } from '#src/config/locales.ts';
import { localePaths } from '#src/i18n/page-locales.ts';

export const getStaticPaths = localePaths;

/** The press releases of a locale as RSS. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale }, site }) => {
  const { title, page, entries } = await pressFeed(locale, site);
  return rss({
    title,
    description: title,
    site: page,
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>${locale}</language><atom:link rel="self" href="${page}/feed.xml"/>`,
    items: entries.map(({ title, summary, day, url }) => ({
      ...{ title, description: summary, link: url },
      pubDate: new Date(`${day}T00:00:00Z`),
    })),
  });
};
