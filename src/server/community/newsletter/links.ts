import type { Locale } from '#src/config/locales.ts';

export const CONFIRM_PATH = '/api/newsletter/confirm';
export const UNSUBSCRIBE_PATH = '/api/newsletter/unsubscribe';

/** Address of the page behind a mail's link; `origin` is the site's own, never one that a request named. */
export function linkTo(origin: string, path: string, token: string, locale: Locale): string {
  return `${origin}${path}?token=${token}&locale=${locale}`;
}
