import { LOCALES, type Locale } from '#src/config/locales.ts';
import type { DictionaryKey } from './dictionary.ts';

/**
 * Texts that depend on a count. The key itself holds the form of the category "other", which every language has; the
 * other forms are under the key with the category's name, as plural() expects them.
 */
export const PLURAL_KEYS = [
  'airdrop.board.points',
  'airdrop.missions.points',
  'browser.size',
  'news.andMore',
  'staking.solvency.years',
] as const satisfies readonly DictionaryKey[];

/** The keys that a language's plural forms add to its dictionary, each with its base key. */
export function pluralForms(locale: Locale): ReadonlyMap<string, DictionaryKey> {
  const { pluralCategories } = new Intl.PluralRules(LOCALES[locale].tag).resolvedOptions();
  const further = pluralCategories.filter((category) => category !== 'other');
  return new Map(PLURAL_KEYS.flatMap((key) => further.map((category) => [`${key}_${category}`, key] as const)));
}
