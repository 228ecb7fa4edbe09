/** How long a transaction that is not on its chain is looked for before it expires, in milliseconds. */
export const EXPIRES_AFTER_MS = 86_400_000;

/** How long an amount may stay unreadable before a person has to look, in milliseconds. */
export const UNVERIFIABLE_AFTER_MS = 600_000;
