import type { APIRoute } from 'astro';
import { roadmapData } from '#src/components/landing/roadmap.ts';
import { LOCALES, type Locale } from '#src/config/locales.ts';
import { namespaceOf } from '#src/i18n/namespace.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';
import type { LandingTexts } from '#src/scripts/landing/landing-texts.ts';

export const getStaticPaths = () => builtLocales().map((locale) => ({ params: { locale }, props: { locale } }));

/** Most readers of the landing page never get to the roadmap and the news, so the page does not carry these words. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) =>
  Response.json({
    roadmap: roadmapData(locale),
    news: { texts: namespaceOf(locale, 'news'), tag: LOCALES[locale].tag },
  } satisfies LandingTexts);
