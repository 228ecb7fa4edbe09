import type { APIRoute } from 'astro';
import { pressFeed } from '#src/components/reading/press-feed.ts';
import type { Locale } from '#src/config/locales.ts';
import { localePaths } from '#src/i18n/page-locales.ts';
import { atomFeed } from '#src/lib/feeds/atom-feed.ts';

export const getStaticPaths = localePaths;

/** The press releases of a locale as an Atom feed. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale }, site }) =>
  new Response(atomFeed(await pressFeed(locale, site, 'feed.xml')), {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  });
