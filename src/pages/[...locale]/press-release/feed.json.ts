import type { APIRoute } from 'astro';
import { pressFeed } from '#src/components/reading/press-feed.ts';
import type { Locale } from '#src/config/locales.ts';
import { localePaths } from '#src/i18n/page-locales.ts';
import { jsonFeed } from '#src/lib/feeds/json-feed.ts';

export const getStaticPaths = localePaths;

/** The press releases of a locale as a JSON feed. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale }, site }) =>
  new Response(jsonFeed(await pressFeed(locale, site, 'feed.json')), {
    headers: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
