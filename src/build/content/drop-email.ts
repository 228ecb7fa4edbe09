import type { Locale } from '#src/config/locales.ts';
import { EMAIL } from './value-tokens.ts';

const LIST_MARKER = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** Removes the sentences that name the support address, for a site without one. Lines keep their numbers. */
export function dropEmail(text: string, locale: Locale): string {
  if (!text.includes(EMAIL)) return text;
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  return blocksOf(text)
    .map((block) => (block.includes(EMAIL) ? withoutSentences(block, segmenter) : block))
    .join('');
}

function withoutSentences(block: string, segmenter: Intl.Segmenter): string {
  const marker = LIST_MARKER.exec(block)?.[0] ?? '';
  const content = block.slice(marker.length);
  // The segmenter would end a sentence at a line break; Markdown does not.
  const kept = Array.from(segmenter.segment(content.replaceAll('\n', ' ')), ({ segment, index }) => {
    const sentence = content.slice(index, index + segment.length);
    return sentence.includes(EMAIL) ? sentence.replace(/[^\n]/g, '') : sentence;
  }).join('');
  return kept.trim() === '' ? kept : marker + kept;
}

/** Paragraphs, headings and list items, each with its line breaks. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  let open = false;
  for (const line of text.split(/(?<=\n)/)) {
    const alone = line.trim() === '' || line.startsWith('#');
    if (open && !alone && !LIST_MARKER.test(line)) blocks[blocks.length - 1] += line;
    else blocks.push(line);
    open = !alone;
  }
  return blocks;
}
