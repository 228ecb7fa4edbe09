import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { GLOSSARY, type Glossary, SIGNED_TEXT } from './glossary.ts';

type Texts = Readonly<Record<string, string>>;

/** The keys of texts that are as in English although a word in them could be translated. */
export function untranslated(
  locale: Locale,
  own: Texts,
  english: Texts,
  { names, terms, same }: Glossary = GLOSSARY,
): readonly string[] {
  if (locale === DEFAULT_LOCALE) return [];
  const known = new Set(
    [...names, same?.[locale] ?? '', ...terms.map(({ words }) => words[locale] ?? '')].flatMap(wordsOf),
  );
  return Object.keys(own).filter(
    (key) =>
      key !== SIGNED_TEXT && own[key] === english[key] && wordsOf(own[key] ?? '').some((word) => !known.has(word)),
  );
}

/** The words of two letters or more outside of facts and placeholders, in small letters. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .replace(/\{\{[^}]*\}\}|\{[^}]*\}/g, ' ')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? []
  );
}
