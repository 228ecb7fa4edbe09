import type { Locale } from '#src/config/locales.ts';
import type { Dictionary, DictionaryKey } from './dictionary.ts';
import { loadDictionary } from './load-dictionary.ts';

type Prefix = 'site' | 'error' | 'wallet' | 'presale' | 'staking' | 'toast';

/** The texts of one namespace, under their full keys. */
export type Texts<P extends Prefix> = Pick<Dictionary, Extract<DictionaryKey, `${P}.${string}`>>;

/** Picks the texts that an island needs, by namespace; they are handed to it as a prop. */
export function namespaceOf<P extends Prefix>(locale: Locale, ...prefixes: readonly P[]): Texts<P> {
  const entries = Object.entries(loadDictionary(locale));
  const picked = entries.filter(([key]) => prefixes.some((prefix) => key.startsWith(`${prefix}.`)));
  return Object.fromEntries(picked) as Texts<P>;
}
