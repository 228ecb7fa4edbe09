import { isLocale, type Locale } from './locales.ts';

/** The saved choice, else the first of the browser's languages that the site has (pt-BR is pt), else null. */
export function preferredLocale(saved: string | null, browser: readonly string[]): Locale | null {
  return [saved ?? '', ...browser].map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? null;
}
