import type { APIRoute } from 'astro';
import { pressFeed } from '#src/components/reading/press-feed.ts';
import type { Locale } from '#src/config/locales.ts';
import { localePaths } from '#src/i18n/page-locales.ts';

export const getStaticPaths = localePaths;

/** The same as JSON Feed 1.1 (jsonfeed.org). */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale }, site }) => {
  const { title, page, entries } = await pressFeed(locale, site);
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language: locale,
    home_page_url: page,
    feed_url: `${page}/feed.json`,
    authors: [{ name: 'SYNX' }],
    items: entries.map(({ title, summary, day, url }) => ({
      ...{ id: url, url, title, summary },
      content_text: summary,
      date_published: `${day}T00:00:00Z`,
    })),
  };
  return new Response(`${JSON.stringify(feed, null, 2)}\n`, {
    headers: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
};
