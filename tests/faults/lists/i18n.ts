import type { Fault } from '../fault.ts';

/** Faults of the area "i18n". */
export const I18N_FAULTS: readonly Fault[] = [
  {
    id: 'R1.041',
    file: 'src/config/locales.ts',
    find: "  nl: { name: 'Nederlands', flag: '🇳🇱', direction: 'ltr', tag: 'nl' },\n",
    replace: '',
  },
  {
    id: 'R1.042',
    file: 'src/i18n/dictionaries.ts',
    find: '{ ar, de, en, es,',
    replace: '{ ar, de: en, en, es,',
  },
  {
    id: 'R1.043',
    file: 'src/build/content/compile-content.ts',
    find: "original.source.kind !== 'press'",
    replace: "original.source.kind === 'press'",
  },
  {
    id: 'R3.008',
    file: 'src/config/storage-keys.ts',
    find: "LANGUAGE = 'synx_language';",
    replace: "LANGUAGE = 'language';",
  },
  {
    id: 'R3.051',
    file: 'src/config/locales.ts',
    find: "flag: '🇳🇱'",
    replace: "flag: 'nl'",
  },
  {
    id: 'R4.029',
    file: 'src/config/preferred-locale.ts',
    find: "[saved ?? '', ...browser]",
    replace: "[...browser, saved ?? '']",
  },
  {
    id: 'R4.030',
    file: 'src/config/preferred-locale.ts',
    find: '.find(isLocale) ?? null',
    replace: ".find(isLocale) ?? 'en'",
  },
  {
    id: 'R7.015',
    file: 'src/server/http/routes/locale.ts',
    find: 'countryLocale(country) ?? ',
    replace: '',
  },
];
