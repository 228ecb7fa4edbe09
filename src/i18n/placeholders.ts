/** The sorted, distinct `{names}` in a text. */
export function placeholders(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? ''))].sort();
}
