import type { Locale } from '#src/config/locales.ts';
import { localizedPath, type PagePath } from '#src/i18n/urls.ts';
import { findDocument } from './find-document.ts';
import { pressReleases } from './press-releases.ts';

export interface PressFeed {
  readonly title: string;
  /** Address of the page in full. */
  readonly page: string;
  /** Newest first; `day` is an ISO 8601 day, `url` an address in full. */
  readonly entries: readonly { title: string; summary: string; day: string; url: string }[];
}

/** What a locale's feeds say, in either format. */
export async function pressFeed(locale: Locale, site: URL | undefined): Promise<PressFeed> {
  const address = (path: PagePath) => new URL(localizedPath(locale, path), site).href;
  const { title } = await findDocument('pages', locale, 'press-release');
  const releases = await pressReleases(locale);
  return {
    title,
    page: address('/press-release'),
    entries: releases.map(({ name, title, description, date }) => ({
      title,
      summary: description,
      day: date,
      url: address(`/press-release/${name}`),
    })),
  };
}
