import type { Locale } from './locales.ts';

/** The locales whose Blackpaper.pdf is part of the build; the site links to no other. */
export const BLACKPAPER_LOCALES: readonly Locale[] = [];
