/** An ISO 8601 day as readers of a language write it, in full or with a short month; `tag` is BCP-47. */
export function formatDay(day: string, tag: string, month: 'long' | 'short' = 'long'): string {
  const options = { year: 'numeric', month, day: 'numeric', timeZone: 'UTC' } as const;
  const text = new Intl.DateTimeFormat(tag, options).format(new Date(`${day}T00:00:00Z`));
  // These languages write the first of a month as an ordinal, which Intl does not.
  const ordinal = FIRST[tag.slice(0, 2)];
  return ordinal === undefined ? text : text.replace(/^1 /, `${ordinal} `);
}

const FIRST: Readonly<Record<string, string>> = { fr: '1er', it: '1º', pt: '1º' };
