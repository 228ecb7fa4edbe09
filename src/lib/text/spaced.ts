/**
 * A number with its unit, spaced as the language wants and Intl does not: a space before Chinese words, none before
 * Japanese ones.
 */
export function spaced(text: string, tag: string): string {
  if (tag.startsWith('zh')) return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ').replace('秒钟', '秒');
  return tag.startsWith('ja') ? text.replace(/(\d)\s+(?=[\p{Script=Han}\p{Script=Hiragana}])/gu, '$1') : text;
}
