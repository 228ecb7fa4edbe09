import { isLocale, type Locale } from '#src/config/locales.ts';
import { unescapeHtml } from '#src/lib/text/escape-html.ts';

/** What a built page says about itself where it is shared. */
export interface SharedPage {
  readonly locale: Locale;
  /** Address of its picture on the site, such as /share/en/faq.png. */
  readonly image: string;
  readonly title: string;
  readonly description: string;
}

/** Reads the head of a page's HTML; null for a page that names no picture. */
export function readSharedPage(html: string): SharedPage | null {
  const property = (name: string) =>
    unescapeHtml(new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? '');
  const [, locale = ''] = /<html lang="(\w+)"/.exec(html) ?? [];
  const image = property('image');
  if (image === '' || !isLocale(locale)) return null;
  // The picture already shows the name.
  const title = property('title').replace(/ – SYNX$/, '');
  return { locale, image: new URL(image).pathname, title, description: property('description') };
}
