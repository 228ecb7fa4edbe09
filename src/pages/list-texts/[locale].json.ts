import type { APIRoute } from 'astro';
import type { Locale } from '#src/config/locales.ts';
import { listTexts } from '#src/i18n/namespace.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';

export const getStaticPaths = () => builtLocales().map((locale) => ({ params: { locale }, props: { locale } }));

/** What parts about a list of the handover say. */
export const GET: APIRoute<{ locale: Locale }> = ({ props }) => Response.json(listTexts(props.locale));
