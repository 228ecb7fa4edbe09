import { DEFAULT_LOCALE, isLocale, LOCALE_CODES, type Locale } from '#src/config/locales.ts';

/** The locales to build: all twelve, or fewer in development (SYNX_LOCALES=en,de). Throws on an unknown code. */
export function builtLocales(subset: string | undefined = process.env.SYNX_LOCALES): readonly Locale[] {
  if (!subset) return LOCALE_CODES;
  const chosen = subset.split(',').map((code) => {
    if (!isLocale(code)) throw new Error(`SYNX_LOCALES: "${code}" is not one of ${LOCALE_CODES.join(', ')}`);
    return code;
  });
  return [DEFAULT_LOCALE, ...chosen.filter((code) => code !== DEFAULT_LOCALE)];
}

/** Static paths of a `[...locale]` page; English has no prefix. */
export function localePaths(): { params: { locale: string | undefined }; props: { locale: Locale } }[] {
  return builtLocales().map((locale) => ({
    params: { locale: locale === DEFAULT_LOCALE ? undefined : locale },
    props: { locale },
  }));
}
