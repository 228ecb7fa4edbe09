/** How long what nobody finds on its chain any more is looked for before it is given up, in milliseconds. */
export const EXPIRES_AFTER_MS = 86_400_000;

/** How long an amount may stay unreadable before a person has to look, in milliseconds. */
export const UNVERIFIABLE_AFTER_MS = 600_000;
