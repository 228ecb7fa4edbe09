/** Fills values into the `{name}` placeholders of a text; a placeholder without a value is removed, never shown. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name] ?? ''}`);
}
