import type { Locale } from '#src/config/locales.ts';
import type { Problem } from './problem.ts';
import { EMAIL } from './value-tokens.ts';

/** Mark a sentence that is left out once the site has a claim, or until then. */
export const BEFORE_CLAIM = '{before-claim}';
const WITH_CLAIM = '{with-claim}';
/** Mark one that is left out once the site names its operator, or its support address. */
const BEFORE_OPERATOR = '{before-operator}';
const BEFORE_EMAIL = '{before-email}';
export const MARKS = [BEFORE_CLAIM, WITH_CLAIM, BEFORE_OPERATOR, BEFORE_EMAIL] as const;

/** The marks while sentences are cut: the segmenter sees no end of a sentence before a brace and a small letter. */
const CUT: Readonly<Record<string, string>> = {
  [EMAIL]: '\uE002',
  ...Object.fromEntries(MARKS.map((mark, index) => [mark, String.fromCharCode(0xe003 + index)])),
};
const LIST_MARKER = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** What decides which sentences a site has. */
export interface SentenceContext {
  /** The support address; empty if the site has none. */
  readonly email: string;
  /** Whether the site says where tokens are claimed. */
  readonly hasClaim: boolean;
  /** Whether the site names its operator. */
  readonly hasOperator: boolean;
}

/** The text of a file as a site has it: without the sentences that are not for it. Lines keep their numbers. */
export function dropSentences(text: string, locale: Locale, { email, hasClaim, hasOperator }: SentenceContext): string {
  const gone = [
    hasClaim ? BEFORE_CLAIM : WITH_CLAIM,
    email === '' ? EMAIL : BEFORE_EMAIL,
    ...(hasOperator ? [BEFORE_OPERATOR] : []),
  ];
  const cut = Object.entries(CUT);
  const marked = cut.reduce((all, [mark, letter]) => all.replaceAll(mark, letter), text);
  const kept = gone.reduce((all, mark) => drop(all, locale, CUT[mark] ?? mark), marked);
  return cut.reduce((all, [mark, letter]) => all.replaceAll(letter, mark === EMAIL ? EMAIL : ''), kept);
}

/** Headings and tables have no sentences that could go. */
export function misplacedMarks(file: string, text: string): readonly Problem[] {
  return text.split('\n').flatMap((line, index) => {
    const found = /^\s*[#|]/.test(line) ? MARKS.find((mark) => line.includes(mark)) : undefined;
    const message = `${found} is allowed in a paragraph or list, not here`;
    return found === undefined ? [] : [{ file, line: index + 1, message }];
  });
}

function drop(text: string, locale: Locale, mark: string): string {
  if (!text.includes(mark)) return text;
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  return blocksOf(text)
    .map((block) => (block.includes(mark) ? withoutSentences(block, mark, segmenter) : block))
    .join('');
}

function withoutSentences(block: string, mark: string, segmenter: Intl.Segmenter): string {
  const marker = LIST_MARKER.exec(block)?.[0] ?? '';
  const content = block.slice(marker.length);
  const kept = sentencesOf(content, segmenter)
    .map((sentence) => (sentence.includes(mark) ? sentence.replace(/[^\n]/g, '') : sentence))
    .join('');
  return kept.trim() === '' ? kept : marker + kept;
}

function sentencesOf(content: string, segmenter: Intl.Segmenter): readonly string[] {
  // The segmenter would end a sentence at a line break; Markdown does not.
  const starts = Array.from(segmenter.segment(content.replaceAll('\n', ' ')), ({ index }) => {
    // It leaves an opening bracket, such as that of a link, with the sentence before.
    const opening = /[\p{Ps}\p{Pi}]+$/u.exec(content.slice(0, index))?.[0] ?? '';
    return index - opening.length;
  });
  return starts.map((start, index) => content.slice(start, starts[index + 1] ?? content.length));
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
