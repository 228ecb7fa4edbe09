/** The form of a text for a count ("1 point", "2 points"); the plain key is the category "other". */
export function plural<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  key: Key,
  count: number,
  tag: string,
): string {
  const forms: Readonly<Record<string, string>> = texts;
  return forms[`${key}_${new Intl.PluralRules(tag).select(count)}`] ?? texts[key];
}
