import { isLocale, type Locale } from './locales.ts';

/** The one stored item that holds the chosen language (R3.008). */
export const LANGUAGE_KEY = 'synx_language';
/** Holds the language of the page on which the offer of another one was dismissed. */
export const DISMISSED_KEY = 'synx_language_offer';

/**
 * The saved choice, else the first of the browser's languages that we have, regional tags folded (pt-BR is pt); else
 * null.
 */
export function preferredLocale(saved: string | null, browser: readonly string[]): Locale | null {
  return [saved ?? '', ...browser].map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? null;
}
