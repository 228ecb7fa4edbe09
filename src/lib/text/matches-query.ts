/** Whether a text contains the query: case-insensitive, by substring (R2.109); runs of spaces count as one. */
export function matchesQuery(text: string, query: string): boolean {
  return plain(text).includes(plain(query).trim());
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').toLocaleLowerCase('en');
}
