import { getCollection } from 'astro:content';
import type { Locale } from '#src/config/locales.ts';
import type { ReadingDocument } from './find-document.ts';

/** The press releases of a locale, newest first; the English text if one is not translated. */
export async function pressReleases(locale: Locale): Promise<readonly ReadingDocument[]> {
  const entries = await getCollection('press', ({ data }) => data.locale === locale);
  return entries.map(({ data }) => data).sort((one, other) => other.date.localeCompare(one.date));
}
