/** A number with its unit, spaced as Chinese (a space) and Japanese (none) want it and Intl does not. */
export function spaced(text: string, tag: string): string {
  if (tag.startsWith('zh')) return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ').replace('秒钟', '秒');
  return tag.startsWith('ja') ? text.replace(/(\d)\s+(?=[\p{Script=Han}\p{Script=Hiragana}])/gu, '$1') : text;
}
