import type { Locale } from '#src/config/locales.ts';
import type { DictionaryKey } from '#src/i18n/dictionary.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';

/** A locale's texts as its pages show them, by key. */
export function dictionary(locale: Locale): Readonly<Record<string, string>> {
  return loadDictionary(locale);
}

/** One text of a locale; throws if there is none. */
export function word(locale: Locale, key: string): string {
  const text = loadDictionary(locale)[key as DictionaryKey];
  if (text === undefined) throw new RangeError(`no ${key} in ${locale}`);
  return text;
}
