import { isLocale, type Locale } from './locales.ts';

/**
 * The saved choice, otherwise the first of the browser's languages that the site has, regional tags folded (pt-BR is
 * pt); otherwise null.
 */
export function preferredLocale(saved: string | null, browser: readonly string[]): Locale | null {
  return [saved ?? '', ...browser].map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? null;
}
