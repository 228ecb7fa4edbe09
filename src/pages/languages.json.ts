import { LOCALE_CODES } from '#src/config/locales.ts';
import { translatorOf } from '#src/i18n/translate.ts';

/** Every language's offer to read a page in it, for visitors whose browser prefers another language. */
export function GET(): Response {
  const offers = LOCALE_CODES.map((code) => {
    const t = translatorOf(code);
    return [
      code,
      { offer: t('language.offer'), accept: t('language.accept'), dismiss: t('language.dismiss') },
    ] as const;
  });
  return Response.json(Object.fromEntries(offers));
}
