/** Whether a text holds what was searched for: case-insensitive, by substring (Spec 2 "FAQ page"); runs of spaces count as one. */
export function matchesQuery(text: string, query: string): boolean {
  return plain(text).includes(plain(query).trim());
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').toLocaleLowerCase('en');
}
