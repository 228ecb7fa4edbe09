/** The site's languages, from which every list derives; `tag` requests Western digits everywhere (decision 30). */
export const LOCALES = {
  en: { name: 'English', flag: '🇬🇧', direction: 'ltr', tag: 'en' },
  es: { name: 'Español', flag: '🇪🇸', direction: 'ltr', tag: 'es' },
  fr: { name: 'Français', flag: '🇫🇷', direction: 'ltr', tag: 'fr' },
  de: { name: 'Deutsch', flag: '🇩🇪', direction: 'ltr', tag: 'de' },
  zh: { name: '中文', flag: '🇨🇳', direction: 'ltr', tag: 'zh' },
  ja: { name: '日本語', flag: '🇯🇵', direction: 'ltr', tag: 'ja' },
  ru: { name: 'Русский', flag: '🇷🇺', direction: 'ltr', tag: 'ru' },
  it: { name: 'Italiano', flag: '🇮🇹', direction: 'ltr', tag: 'it' },
  pt: { name: 'Português', flag: '🇧🇷', direction: 'ltr', tag: 'pt' },
  nl: { name: 'Nederlands', flag: '🇳🇱', direction: 'ltr', tag: 'nl' },
  ar: { name: 'العربية', flag: '🇸🇦', direction: 'rtl', tag: 'ar-u-nu-latn' },
  hi: { name: 'हिन्दी', flag: '🇮🇳', direction: 'ltr', tag: 'hi-u-nu-latn' },
} as const satisfies Record<string, { name: string; flag: string; direction: 'ltr' | 'rtl'; tag: string }>;

export type Locale = keyof typeof LOCALES;

/** The properties of a page, and of a component that needs only the language. */
export interface LocaleProps {
  readonly locale: Locale;
}

export const DEFAULT_LOCALE = 'en' satisfies Locale;

export const LOCALE_CODES = Object.keys(LOCALES) as readonly Locale[];

/** Whether a string is one of the twelve locale codes. */
export function isLocale(value: string): value is Locale {
  return Object.hasOwn(LOCALES, value);
}
