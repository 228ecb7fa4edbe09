import { createInstance } from 'i18next';
import type { Locale } from '#src/config/locales.ts';
import type { DictionaryKey } from './dictionary.ts';
import { loadDictionary } from './load-dictionary.ts';

export type Translate = (key: DictionaryKey, values?: Readonly<Record<string, string | number>>) => string;

const translators = new Map<Locale, Translate>();

/** The texts of one locale for pages built now: `t(key, {values})`. Throws if the dictionary has faults. */
export function translatorOf(locale: Locale): Translate {
  const known = translators.get(locale);
  if (known !== undefined) return known;
  const created = createTranslator(locale);
  translators.set(locale, created);
  return created;
}

function createTranslator(locale: Locale): Translate {
  const i18n = createInstance({
    lng: locale,
    resources: { [locale]: { translation: loadDictionary(locale) } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    // Astro and React escape their output.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
  i18n.init();
  return (key, values = {}) => i18n.t(key, values);
}
