import type { APIRoute } from 'astro';
import type { Locale } from '#src/config/locales.ts';
import { namespaceOf } from '#src/i18n/namespace.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';

/** No file at all in a build for real chains. */
export const getStaticPaths = () =>
  import.meta.env.PUBLIC_REHEARSAL ? builtLocales().map((locale) => ({ params: { locale }, props: { locale } })) : [];

/** The texts of the rehearsal's switches. */
export const GET: APIRoute<{ locale: Locale }> = ({ props }) => Response.json(namespaceOf(props.locale, 'rehearsal'));
