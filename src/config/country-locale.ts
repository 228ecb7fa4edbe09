import type { Locale } from './locales.ts';

/** Countries (ISO 3166-1) where nearly everybody reads one of our languages; not Belgium, where a guess would err. */
const COUNTRIES: Partial<Record<Locale, string>> = {
  es: 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE',
  fr: 'BF BJ CD CG CI FR GA GN MC ML NE SN TG',
  de: 'AT DE LI',
  zh: 'CN HK MO TW',
  ja: 'JP',
  ru: 'BY KG KZ RU',
  it: 'IT SM VA',
  pt: 'AO BR CV GW MZ PT ST TL',
  nl: 'NL SR',
  ar: 'AE BH DZ EG IQ JO KW LB LY MA MR OM PS QA SA SD SY TN YE',
};

/** The initial language for a country; null if most of its people do not share one. */
export function countryLocale(country: string | null): Locale | null {
  if (country === null) return null;
  const found = (Object.keys(COUNTRIES) as Locale[]).find((locale) => COUNTRIES[locale]?.split(' ').includes(country));
  return found ?? null;
}
