/** Whether a text contains the query, ignoring case; runs of spaces count as one. */
export function matchesQuery(text: string, query: string): boolean {
  return plain(text).includes(plain(query).trim());
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').toLocaleLowerCase('en');
}
