import type { APIRoute } from 'astro';
import type { Locale } from '#src/config/locales.ts';
import { windowTexts } from '#src/i18n/namespace.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';

export function getStaticPaths() {
  return builtLocales().map((locale) => ({ params: { locale }, props: { locale } }));
}

/** The texts of the wallet's windows in one language; a page loads them with the first window that opens. */
export const GET: APIRoute<{ locale: Locale }> = ({ props }) => Response.json(windowTexts(props.locale));
