import { dataBlock } from './data-block.ts';
import type { ReadingDocument } from './find-document.ts';

/** The questions as schema.org FAQPage, as the content of a JSON-LD data block. */
export function faqData(items: ReadingDocument['items']): string {
  return dataBlock({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, html }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainText(html) },
    })),
  });
}

/** The text of rendered Markdown, one space between blocks. */
function plainText(html: string): string {
  const text = html.replace(/<\/?(?:p|li|tr|td|th|br)\b[^>]*>/g, ' ').replace(/<[^>]+>/g, '');
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
