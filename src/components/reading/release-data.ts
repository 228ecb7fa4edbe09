import { dataBlock } from './data-block.ts';
import type { ReadingDocument } from './find-document.ts';

/** A press release at `url` as schema.org NewsArticle. */
export function releaseData({ title, description, date, language }: ReadingDocument, url: string): string {
  return dataBlock({
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    description,
    datePublished: date,
    inLanguage: language,
    mainEntityOfPage: url,
    publisher: { '@type': 'Organization', name: 'SYNX' },
  });
}
