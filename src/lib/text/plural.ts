/**
 * The form of a text that a count needs in the language of `tag` ("1 point", "2 points"), from texts that hold the
 * other forms under the key with the category's name; the key itself is the form of the category "other".
 */
export function plural<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  key: Key,
  count: number,
  tag: string,
): string {
  const forms: Readonly<Record<string, string>> = texts;
  return forms[`${key}_${new Intl.PluralRules(tag).select(count)}`] ?? texts[key];
}
