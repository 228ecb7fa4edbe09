/** Chinese and Japanese put no space between sentences and have their own punctuation. */
const NO_SPACES = /^(?:ja|zh)/;

/** What separates two sentences of a paragraph in this language. */
export function gapOf(tag: string): string {
  return NO_SPACES.test(tag) ? '' : ' ';
}

/** A text in brackets after another one, with a space before it if the language has one. */
export function inBrackets(text: string, tag: string): string {
  return NO_SPACES.test(tag) ? `（${text}）` : ` (${text})`;
}

/** A label with the language's colon, and a space after it if the language has one. */
export function asLabel(text: string, tag: string): string {
  if (NO_SPACES.test(tag)) return `${text}：`;
  return tag.startsWith('fr') ? `${text}\u00a0: ` : `${text}: `;
}

/** Names separated by the language's commas, without a final "and". */
export function listOf(names: readonly string[], tag: string): string {
  if (NO_SPACES.test(tag)) return names.join('、');
  return tag.startsWith('ar') ? names.join('، ') : names.join(', ');
}
