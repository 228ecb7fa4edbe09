import type { Locale } from '#src/config/locales.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { DictionaryKey } from './dictionary.ts';
import { loadDictionary } from './load-dictionary.ts';

export type Translate = (key: DictionaryKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of one locale for pages built now; without values, placeholders stay for a script. Throws on faults. */
export function translatorOf(locale: Locale): Translate {
  const texts = loadDictionary(locale);
  return (key, values) => (values === undefined ? texts[key] : fill(texts[key], values));
}
