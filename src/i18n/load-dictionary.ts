import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { checkDictionary } from './check-dictionary.ts';
import { DICTIONARIES } from './dictionaries.ts';
import type { Dictionary } from './dictionary.ts';
import { loadFacts } from './facts.ts';
import { fillFacts } from './fill-facts.ts';
import { hasClaim } from './has-claim.ts';

/** By locale, of a build that says where tokens are claimed, and of another. */
const good = { before: new Map<Locale, Dictionary>(), after: new Map<Locale, Dictionary>() };

/** The checked dictionary of a locale with its facts filled in; throws an Error that lists every wrong key. */
export function loadDictionary(locale: Locale): Dictionary {
  const claim = hasClaim();
  const kept = claim ? good.after : good.before;
  const known = kept.get(locale);
  if (known !== undefined) return known;
  const english = DICTIONARIES[DEFAULT_LOCALE] as Dictionary;
  const content = DICTIONARIES[locale];
  const problems = checkDictionary(`content/i18n/${locale}.json`, content, english, locale);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const filled = Object.entries(ofThisBuild(content as Dictionary, claim)).map(([key, text]) => [
    key,
    fillFacts(text, locale, loadFacts()),
  ]);
  const dictionary = Object.fromEntries(filled) as Dictionary;
  kept.set(locale, dictionary);
  return dictionary;
}

/** In a build that says where tokens are claimed, `key_claim` replaces `key`; in others it goes. */
function ofThisBuild(texts: Readonly<Record<string, string>>, claim: boolean): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      key.endsWith('_claim') ? [] : [[key, (claim ? texts[`${key}_claim`] : undefined) ?? text]],
    ),
  );
}
