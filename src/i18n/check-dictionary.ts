import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { type Dictionary, type DictionaryKey, dictionarySchema } from './dictionary.ts';
import { loadFacts, statedProblems } from './facts.ts';
import { factIds, fillFacts } from './fill-facts.ts';
import { pluralForms } from './plural-keys.ts';

/** All faults of one dictionary file: placeholders that differ from `english`, plural forms that `locale` lacks. */
export function checkDictionary(
  file: string,
  content: unknown,
  english: Dictionary,
  locale: Locale = DEFAULT_LOCALE,
): readonly string[] {
  const forms = pluralForms(locale);
  // For a schema used only once, compiling takes longer than interpreting.
  const parsed = dictionarySchema([...forms.keys()]).safeParse(content, { jitless: true });
  const problems = parsed.success ? [] : parsed.error.issues.flatMap((issue) => describeIssue(issue));
  if (typeof content === 'object' && content !== null) {
    for (const [key, text] of Object.entries(content)) {
      const original = english[forms.get(key) ?? (key as DictionaryKey)];
      if (typeof text !== 'string' || original === undefined) continue;
      const expected = placeholders(original).join(', ');
      const found = placeholders(text).join(', ');
      if (expected !== found) problems.push(`${key}: placeholders are {${found}}, English has {${expected}}`);
      problems.push(...factProblems(text, original).map((problem) => `${key}: ${problem}`));
    }
  }
  return problems.map((problem) => `${file}: ${problem}`);
}

/** Facts that do not exist, or that only one of the two texts states; not the faults of the facts file. */
function factProblems(text: string, original: string): readonly string[] {
  if (statedProblems().length > 0) return [];
  try {
    fillFacts(text, DEFAULT_LOCALE, loadFacts());
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const [expected, found] = [factIds(original).join(', '), factIds(text).join(', ')];
  return expected === found ? [] : [`facts are [${found}], English has [${expected}]`];
}

function describeIssue(issue: { code: string; path: PropertyKey[]; message: string; keys?: string[] }): string[] {
  if (issue.code === 'unrecognized_keys') return (issue.keys ?? []).map((key) => `${key}: unknown key`);
  const key = issue.path.join('.');
  return [
    `${key === '' ? 'the file' : key}: ${issue.code === 'invalid_type' ? 'missing or not a text' : issue.message}`,
  ];
}

/** The sorted, distinct `{names}` in a text. */
function placeholders(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? ''))].sort();
}
