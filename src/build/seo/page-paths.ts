import { DEFAULT_LOCALE } from '#src/config/locales.ts';
import { PAGE_PATHS, pagesWith } from '#src/config/page-paths.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { localizedPath, type PagePath } from '#src/i18n/urls.ts';

const UNSEARCHED: readonly string[] = pagesWith('unsearched');

/** The pages for search engines, from the addresses of a build: the listed pages, and every press release. */
export function listedPages(built: readonly string[]): PagePath[] {
  const addresses = new Set(built.map((pathname) => `/${pathname.replace(/^\/|\/$|\.html$/g, '')}`));
  const releases = [...addresses].filter((address) => /^\/press-release\/[^/]+$/.test(address)).sort();
  return [...PAGE_PATHS, ...(releases as PagePath[])].filter(
    (path) => !UNSEARCHED.includes(path) && addresses.has(localizedPath(DEFAULT_LOCALE, path)),
  );
}

/** The addresses of a page in every language built, each with its language. */
export function pageAddresses(origin: string, path: PagePath): { locale: string; url: string }[] {
  return builtLocales().map((locale) => ({ locale, url: new URL(localizedPath(locale, path), origin).href }));
}
