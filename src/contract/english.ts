import en from '#content/i18n/en.json' with { type: 'json' };

/** The English texts of the interface, which the API answers with: only texts that state no figure. */
export const ENGLISH = en;
