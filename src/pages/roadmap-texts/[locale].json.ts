import type { APIRoute } from 'astro';
import { roadmapData } from '#src/components/landing/roadmap.ts';
import type { Locale } from '#src/config/locales.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';

export const getStaticPaths = () => builtLocales().map((locale) => ({ params: { locale }, props: { locale } }));

/** The words of the roadmap for its script, which loads when the reader gets there: most landing pages need none. */
export const GET: APIRoute<{ locale: Locale }> = ({ props }) => Response.json(roadmapData(props.locale));
