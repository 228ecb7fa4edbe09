import type { Locale } from '#src/config/locales.ts';
import { localizedPath, type PagePath } from '#src/i18n/urls.ts';
import type { AtomFeed } from '#src/lib/feeds/atom-feed.ts';
import { findDocument } from './find-document.ts';
import { pressReleases } from './press-releases.ts';

/** The data of a locale's feeds; `file` is the feed's file name, such as feed.xml. */
export async function pressFeed(locale: Locale, site: URL | undefined, file: string): Promise<AtomFeed> {
  const address = (path: PagePath) => new URL(localizedPath(locale, path), site).href;
  const { title } = await findDocument('pages', locale, 'press-release');
  const releases = await pressReleases(locale);
  return {
    title,
    language: locale,
    page: address('/press-release'),
    self: `${address('/press-release')}/${file}`,
    entries: releases.map(({ name, title, description, date }) => ({
      title,
      summary: description,
      day: date,
      url: address(`/press-release/${name}`),
    })),
  };
}
