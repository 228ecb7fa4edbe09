import type { APIRoute } from 'astro';
import type { Locale } from '#src/config/locales.ts';
import { laterTexts } from '#src/i18n/namespace.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';

export const getStaticPaths = () => builtLocales().map((locale) => ({ params: { locale }, props: { locale } }));

/** The texts that an island loads on first use: most visitors never need them, so no page carries them. */
export const GET: APIRoute<{ locale: Locale }> = ({ props }) => Response.json(laterTexts(props.locale));
