import { LOCALES, type Locale } from '#src/config/locales.ts';
import type { DictionaryKey } from './dictionary.ts';

/** Texts that depend on a count: the key has the form "other", the key with a category's name each other form. */
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
