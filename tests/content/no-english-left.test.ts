import { describe, expect, it } from 'vitest';
import { SIGNED_TEXT } from '#src/build/content/glossary.ts';
import { loadContent } from '#src/build/content/load-content.ts';
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';

const { documents } = loadContent(process.cwd(), LOCALE_CODES, 'help@synx.example');
const english = Object.entries(loadDictionary(DEFAULT_LOCALE));
const others = LOCALE_CODES.filter((locale) => locale !== DEFAULT_LOCALE);
const OWN_SCRIPT: Partial<Record<Locale, RegExp>> = {
  zh: /\p{Script=Han}/u,
  ja: /\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u,
  ru: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
};
/** Words of a text, without placeholders, facts and numbers. */
function words(text: string): readonly string[] {
  return text.replace(/\{\{?[^}]*\}\}?|\S+@\S+/g, ' ').match(/\p{L}{2,}/gu) ?? [];
}

describe.each(others)('%s', (locale) => {
  const own = loadDictionary(locale);

  it('[R1.041] has no sentence of the interface in English', () => {
    const same = english.filter(
      ([key, text]) => key !== SIGNED_TEXT && own[key as keyof typeof own] === text && words(text).length > 3,
    );
    expect(same).toEqual([]);
  });

  it('has its own text on every page', () => {
    const foreign = documents.filter((document) => document.locale === locale && document.language !== locale);
    expect(foreign.filter(({ kind }) => kind !== 'press').map(({ kind, name }) => `${kind}/${name}`)).toEqual([]);
  });

  it('has no paragraph identical to the English one', () => {
    const paragraphs = (of: Locale) =>
      documents
        .filter((document) => document.locale === of && document.kind !== 'press')
        .flatMap(({ lead, sections, items }) => [
          lead,
          ...sections.map(({ html }) => html),
          ...items.map(({ html }) => html),
        ])
        .flatMap((html) => html.match(/<(?:p|li|td)>.*?<\/(?:p|li|td)>/gs) ?? [])
        .map((html) => html.replace(/<[^>]+>/g, '').trim())
        .filter((text) => words(text).length > 4);
    const original = new Set(paragraphs(DEFAULT_LOCALE));
    expect(paragraphs(locale).filter((text) => original.has(text))).toEqual([]);
  });

  const script = OWN_SCRIPT[locale];
  if (script !== undefined)
    it('writes its sentences in its own script', () => {
      const latin = Object.entries(own).filter(
        ([key, text]) => key !== SIGNED_TEXT && words(text).length > 2 && !script.test(text),
      );
      expect(latin).toEqual([]);
    });
});
