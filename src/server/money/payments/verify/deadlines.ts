/** How long we look for a transaction that is not on its chain before it expires, in milliseconds. */
export const EXPIRES_AFTER_MS = 86_400_000;

/** How long an amount may stay unreadable before it goes to a person, in milliseconds. */
export const UNVERIFIABLE_AFTER_MS = 600_000;
