import en from '#content/i18n/en.json' with { type: 'json' };

/** The interface's English texts that the API answers with: only those that state no figure. */
export const ENGLISH = en;
