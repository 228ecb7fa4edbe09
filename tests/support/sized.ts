import { LOCALE_CODES, type Locale } from '#src/config/locales.ts';

/**
 * The largest matrices and crowds whole: `SYNX_TEST_SIZE=full npm test`. Any other run plays a slice that has something
 * of every kind.
 */
export const IS_FULL = process.env.SYNX_TEST_SIZE === 'full';

/**
 * The tests tagged `long` too: `SYNX_TEST_SIZE=long npm test`. Without them a run plays what proves the requirements,
 * every quick test, and one of each kind of the long ones; a run of certain tests leaves none out.
 */
export const PLAYS_LONG = IS_FULL || process.env.SYNX_TEST_SIZE === 'long';

/** The tags of tests without a browser. */
export const TAGS = [{ name: 'long', description: 'Left out by `npm test`, unless it is told SYNX_TEST_SIZE=long.' }];

/** The size of a crowd in a full run, or that of its slice. */
export function sized(full: number, slice: number): number {
  return IS_FULL ? full : slice;
}

/** Every language in a full run, otherwise one of each kind: the source, long words, from right to left, no spaces. */
export const SIZED_LOCALES: readonly Locale[] = IS_FULL ? LOCALE_CODES : ['en', 'de', 'ar', 'zh'];
