import { FAQ_CATEGORIES } from '#src/config/faq-categories.ts';
import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { claimPath, localizedPath, type PagePath } from '#src/i18n/urls.ts';
import { pagePathOf } from './page-path-of.ts';
import type { ParsedSource } from './parse-source.ts';

/** Anchors that pages have without a heading in content/ (R2.002). */
const FIXED_ANCHORS: Readonly<Partial<Record<PagePath, readonly string[]>>> = {
  '/': ['presale', 'features', 'tokenomics', 'roadmap', 'team', 'synergyx-market', 'how-to-buy'],
  '/faq': FAQ_CATEGORIES,
};

/** Files that a link may open, in a new tab; each locale has its own copy (decision 30). */
const FILES = ['/Blackpaper.pdf'];

/** No list of pages has it: of the sentences, only those that a site without a claim leaves out lead there. */
const CLAIM = '/claim';

/** The ids that can be linked to on each page. */
export type Anchors = ReadonlyMap<PagePath, ReadonlySet<string>>;

/** Gathers the anchors of every page from its files. */
export function collectAnchors(allParsed: readonly ParsedSource[]): Anchors {
  const anchors = new Map<PagePath, Set<string>>(PAGE_PATHS.map((path) => [path, new Set(FIXED_ANCHORS[path])]));
  for (const { source, sections } of allParsed) {
    const page = source.kind === 'press' ? null : pagePathOf(source);
    if (page !== null) for (const { id } of sections) anchors.get(page)?.add(id);
  }
  return anchors;
}

export interface Link {
  readonly href: string;
  readonly newTab: boolean;
}

/** The address in `locale` of a link (`/path`, `#anchor` or a file). Throws an Error naming a missing target. */
export function resolveLink(url: string, page: PagePath | null, locale: Locale, anchors: Anchors): Link {
  const [path = '', anchor] = url.split('#', 2);
  if (FILES.includes(path)) return { href: locale === DEFAULT_LOCALE ? path : `/${locale}${path}`, newTab: true };
  if (url === CLAIM) return { href: claimPath(locale), newTab: false };
  if (/^[\w.-]+(?:\/[\w.-]*)*$/.test(path)) throw new Error(`the link ${url} must begin with /`);
  if (path !== '' && !path.startsWith('/')) throw new Error(`the link ${url} leaves this site`);
  const target = path === '' ? page : PAGE_PATHS.find((known) => known === path);
  if (target === undefined) throw new Error(`the link ${url} leads to a page that does not exist`);
  if (anchor !== undefined && target !== null && !anchors.get(target)?.has(anchor))
    throw new Error(`the link ${url} leads to an anchor that ${target} does not have`);
  const fragment = anchor === undefined ? '' : `#${anchor}`;
  return { href: path === '' ? fragment : `${localizedPath(locale, target ?? '/')}${fragment}`, newTab: false };
}
