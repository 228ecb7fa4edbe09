import type { APIRoute } from 'astro';
import type { Locale } from '#src/config/locales.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { escapeHtml } from '#src/lib/text/escape-html.ts';

export const getStaticPaths = () => builtLocales().map((locale) => ({ params: { locale }, props: { locale } }));

/** When each sentence is shown, in seconds of the film. */
const CUES = [
  ['opening', '00.300', '02.900'],
  ['categories', '03.100', '05.900'],
  ['choice', '06.000', '08.200'],
  ['discount', '08.600', '12.600'],
  ['payment', '13.100', '16.300'],
  ['order', '16.800', '18.300'],
  ['end', '18.400', '20.000'],
] as const;

/** The captions of the film of the marketplace. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => {
  const t = translatorOf(locale);
  const cues = CUES.map(([name, from, to]) => `00:${from} --> 00:${to}\n${escapeHtml(t(`film.${name}`))}\n`);
  return new Response(['WEBVTT\n', ...cues].join('\n'), { headers: { 'content-type': 'text/vtt' } });
};
