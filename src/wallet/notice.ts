/** What a toast says, as dictionary keys: `toast.<key>.title` and `.text`. Words are never made in code (style.md 8). */
export interface Notice {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** A full dictionary key used in place of `toast.<key>.text`. */
  readonly textKey?: string;
  /** A sentence of the API, shown in place of the dictionary's text. */
  readonly text?: string;
  readonly variant?: 'default' | 'destructive' | 'success';
}

/** Puts an API message into a notice where there is one. */
export function withText(notice: Notice, text: string | null): Notice {
  return text === null ? notice : { ...notice, text };
}
