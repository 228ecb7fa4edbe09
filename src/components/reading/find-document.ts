import { type CollectionEntry, getEntry } from 'astro:content';
import type { Locale } from '#src/config/locales.ts';

export type ReadingDocument = CollectionEntry<'pages'>['data'];

/** The document of a page in a locale; throws if content/ has none. */
export async function findDocument(
  kind: 'pages' | 'legal' | 'faq',
  locale: Locale,
  name: string,
): Promise<ReadingDocument> {
  const entry = await getEntry(kind, `${locale}/${name}`);
  if (entry === undefined) throw new Error(`content/${kind}/en/${name}.md is missing`);
  return entry.data;
}
