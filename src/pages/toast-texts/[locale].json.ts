import type { APIRoute } from 'astro';
import type { Locale } from '#src/config/locales.ts';
import { laterTexts, namespaceOf, windowTexts } from '#src/i18n/namespace.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';

export const getStaticPaths = () => builtLocales().map((locale) => ({ params: { locale }, props: { locale } }));

/** The texts of toasts, and of the notice about a blocked script; English pages show the API's own sentences. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => {
  const texts = {
    ...namespaceOf(locale, 'toast', 'error'),
    ...windowTexts(locale),
    ...laterTexts(locale),
  };
  const needed = Object.entries(texts).filter(
    ([key]) =>
      /^(?:toast\.|api\.|wallet\.error\.|error\.blocked|presale\.minimum\.|pay\.ends\.|pay\.hash\.track$)/.test(key) &&
      !(locale === 'en' && key.startsWith('api.')),
  );
  return Response.json(Object.fromEntries(needed));
};
