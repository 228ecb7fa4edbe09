import type { Locale } from '#src/config/locales.ts';
import { loadDictionary } from './load-dictionary.ts';

/** All faults of the dictionaries of these locales, one line each. */
export function checkAll(locales: readonly Locale[]): readonly string[] {
  return locales.flatMap((locale) => {
    try {
      loadDictionary(locale);
      return [];
    } catch (error) {
      return error instanceof Error ? error.message.split('\n') : [String(error)];
    }
  });
}
