import type { APIRoute } from 'astro';
import { findDocument } from '#src/components/reading/find-document.ts';
import { pressReleases } from '#src/components/reading/press-releases.ts';
import type { Locale } from '#src/config/locales.ts';
import { localePaths } from '#src/i18n/page-locales.ts';
import { localizedPath } from '#src/i18n/urls.ts';
import { atomFeed } from '#src/lib/atom-feed.ts';

export const getStaticPaths = localePaths;

/** The press releases of a locale as an Atom feed. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale }, site }) => {
  const address = (path: Parameters<typeof localizedPath>[1]) => new URL(localizedPath(locale, path), site).href;
  const { title } = await findDocument('pages', locale, 'press-release');
  const releases = await pressReleases(locale);
  const feed = atomFeed({
    title,
    language: locale,
    page: address('/press-release'),
    self: `${address('/press-release')}/feed.xml`,
    entries: releases.map(({ name, title, description, date }) => ({
      title,
      summary: description,
      day: date,
      url: address(`/press-release/${name}`),
    })),
  });
  return new Response(feed, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } });
};
