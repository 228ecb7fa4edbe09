import type { APIRoute } from 'astro';
import { LOCALES, type Locale } from '#src/config/locales.ts';
import { GOAL_RAISE_USD } from '#src/config/sale.ts';
import { loadFacts } from '#src/i18n/facts.ts';
import { namespaceOf } from '#src/i18n/namespace.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import type { TokenomicsData } from '#src/scripts/landing/tokenomics-data.ts';

export const getStaticPaths = () => builtLocales().map((locale) => ({ params: { locale }, props: { locale } }));

/** The words of the tokenomics for its script, which loads when the reader gets there. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => {
  const t = translatorOf(locale);
  const data: TokenomicsData = {
    texts: namespaceOf(locale, 'tokenomics'),
    words: {
      sold: t('presale.progressText', { percent: '{percent}', phase: '{phase}' }),
      soldLess: t('presale.progressLess', { percent: '{percent}', phase: '{phase}' }),
      note: t('presale.rate.note'),
    },
    tag: LOCALES[locale].tag,
    supply: loadFacts()['supply.total']?.value ?? '',
    goalUsd: GOAL_RAISE_USD,
  };
  return Response.json(data);
};
