import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { GLOSSARY, type Glossary, SIGNED_TEXT } from './glossary.ts';
import { rulesOf } from './language-rules.ts';

/** A text with its English original; `where` names its file and key, or its file and line. */
export interface StyleUnit {
  readonly where: string;
  /** Dictionary key; null in Markdown. */
  readonly key: string | null;
  readonly text: string;
  readonly english: string;
}

/** English texts that a requirement states with three dots (R2.043, R2.090, R4.037, R4.038, R4.049, R8.040). */
const STATED_DOTS = new Set([
  'wallet.connecting',
  'pay.selector.loading',
  'staking.staking',
  'staking.withdrawing',
  'newsletter.submitting',
  'toast.refreshing.title',
]);
/** English texts that a requirement states with a straight apostrophe (R5.009, R8.048). */
const STATED_QUOTES = new Set(['presale.minimum.stable', 'toast.newsletterSubscribed.text', 'page.confirmed.title']);
/** The marks of languages that do not write “…”. */
const QUOTES: Readonly<Partial<Record<Locale, string>>> = {
  ...{ ar: '«…»', de: '„…“ or ’', es: '«…»', fr: '«\u00a0…\u00a0» or ’', it: '«…» or ’', ja: '「…」' },
  ...{ nl: '‘…’', ru: '«…»' },
};

/** The faults in wording and typography of one language's texts, one line each. */
export function checkStyle(
  locale: Locale,
  units: readonly StyleUnit[],
  { names, terms, phrases }: Glossary = GLOSSARY,
): readonly string[] {
  const barred = Object.entries(phrases[locale] ?? {});
  return units.flatMap(({ where, key, text, english }) => {
    const shown = proseOf(text);
    const source = proseOf(english);
    const stated = (keys: ReadonlySet<string>) => locale === DEFAULT_LOCALE && key !== null && keys.has(key);
    const problems = [
      ...barred.filter(([phrase]) => has(shown, phrase)).map(([phrase, use]) => `"${phrase}": write ${use}`),
      ...terms.flatMap(({ words, avoid }) =>
        has(source, words[DEFAULT_LOCALE] ?? '')
          ? (avoid?.[locale] ?? [])
              .filter((word) => has(shown, word))
              .map((word) => `"${word}": use "${words[locale]}" from the glossary`)
          : [],
      ),
    ];
    if (shown.includes('...') && !stated(STATED_DOTS)) problems.push('three dots: write …');
    if (/["']/.test(shown) && key !== SIGNED_TEXT && !stated(STATED_QUOTES))
      problems.push(`straight quotes: write ${QUOTES[locale] ?? '“…” or ’'}`);
    for (const { fault, say, unless, except = [] } of rulesOf(locale)) {
      const found = fault.exec(shown)?.[0];
      if (found !== undefined && !unless?.test(source) && !except.some((end) => isAt(where, end)))
        problems.push(`"${found.replaceAll('\u0001', '…').trim()}": ${say}`);
    }
    const same = locale !== DEFAULT_LOCALE && shown === source && key !== SIGNED_TEXT && !names.includes(shown);
    if (same && wordCount(shown) > 2) problems.push('still the English text');
    return problems.map((problem) => `${where}: ${problem}`);
  });
}

/** The prose of a text, without its facts, placeholders, code, ids, link targets and table lines. */
function proseOf(text: string): string {
  return text
    .replace(/\{\{[^}]*\}\}|\{[^}]*\}|`[^`]*`|\]\([^)]*\)/g, '\u0001')
    .replace(/^\|?[\s|:-]+\|?$/gm, '')
    .trim();
}

/** Whether a text stands in the file, or under the key, that ends so; a line may follow a file. */
function isAt(where: string, end: string): boolean {
  return where.replace(/:\d+$/, '').endsWith(end);
}

/** Whether a text contains a word or a word starting with it; scripts without spaces match anywhere. */
function has(text: string, word: string): boolean {
  const [whole, part] = [text.toLowerCase(), word.toLowerCase()];
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(part)) return part !== '' && whole.includes(part);
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1))
    if (at === 0 || !/\p{L}/u.test(whole[at - 1] ?? '')) return true;
  return false;
}

function wordCount(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0;
}
