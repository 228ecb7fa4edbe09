/** Chinese and Japanese put no space between sentences, and have their own punctuation marks. */
const NO_SPACES = /^(?:ja|zh)/;

/** The separator of two sentences of one paragraph in the language of `tag`. */
export function gapOf(tag: string): string {
  return NO_SPACES.test(tag) ? '' : ' ';
}

/** A text in brackets as it follows another one, with a space before it if the language has one. */
export function inBrackets(text: string, tag: string): string {
  return NO_SPACES.test(tag) ? `（${text}）` : ` (${text})`;
}

/** A label with the colon of the language, followed by a space if the language has one. */
export function asLabel(text: string, tag: string): string {
  if (NO_SPACES.test(tag)) return `${text}：`;
  return tag.startsWith('fr') ? `${text}\u00a0: ` : `${text}: `;
}

/** Lists names with the commas of the language and without a final "and". */
export function listOf(names: readonly string[], tag: string): string {
  if (NO_SPACES.test(tag)) return names.join('、');
  return tag.startsWith('ar') ? names.join('، ') : names.join(', ');
}
