import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { type ListedPath, PAGES, pagesWith } from '#src/config/page-paths.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { claimPath, localizedPath, type PagePath } from '#src/i18n/urls.ts';

/** Pages that no footer has but those of pages about the same. */
export type Related = '/fake-claims';

/** A section of the landing page, by its anchor. */
type Section = 'presale' | 'features' | 'tokenomics' | 'roadmap' | 'team';

export interface SiteLink {
  readonly href: string;
  readonly text: string;
  /** It leads to the page that has it. */
  readonly current?: 'page' | undefined;
  /** It is a file, which opens in a new tab. */
  readonly isFile?: true;
}

export interface LinkGroup {
  readonly title: string;
  readonly links: readonly SiteLink[];
}

/** Address of the Blackpaper's PDF in a locale (decision 30). */
export function blackpaperFile(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? '/Blackpaper.pdf' : `/${locale}/Blackpaper.pdf`;
}

/** The links of the head: the sections of the landing page, and the pages for a visitor who wants to buy. */
export function headerLinks(locale: Locale, path: PagePath | null): readonly SiteLink[] {
  const { page, section } = linksOf(locale, path);
  return [
    ...(path === '/' ? [] : [page('/')]),
    ...(['presale', 'features', 'tokenomics', 'roadmap', 'team'] as const).map(section),
    ...(['/blackpaper', '/staking', '/faq', '/airdrop', '/dashboard'] as const).map(page),
  ];
}

/** The links of the slide-out menu, in the groups of the footer: what a reader with a phone comes for. */
export function menuLinks(
  locale: Locale,
  path: PagePath | null,
  { pathname }: Pick<URL, 'pathname'>,
): readonly LinkGroup[] {
  const { t, page, section, claim, blackpaper } = linksOf(locale, path, pathname);
  const first = [page('/'), section('presale'), page('/airdrop'), page('/staking'), page('/faq')];
  return [
    { title: t('footer.links'), links: [...first, claim, page('/dashboard')] },
    {
      title: t('footer.resources'),
      links: [blackpaper, section('tokenomics'), section('team'), page('/verify'), page('/track')],
    },
    { title: t('footer.legal'), links: [page('/privacy'), page('/terms')] },
  ];
}

/** The links of the footer, by column. */
export function footerLinks(
  locale: Locale,
  path: PagePath | null,
  { pathname }: Pick<URL, 'pathname'>,
  related?: Related,
): readonly LinkGroup[] {
  const { t, page, claim } = linksOf(locale, path, pathname);
  const more = { links: [claim], resources: related ? [page(related)] : [], legal: [] } as const;
  return (['links', 'resources', 'legal'] as const).map((column) => ({
    title: t(`footer.${column}`),
    links: [...pagesWith('footer', column).map(page), ...more[column]],
  }));
}

/** Whether it is the address of the page where tokens are claimed, which is on no list of pages. */
export function isClaimPage(pathname: string): boolean {
  return /\/claim(?:\.html)?\/?$/.test(pathname);
}

function linksOf(locale: Locale, path: PagePath | null, pathname = '') {
  const t = translatorOf(locale);
  const start = path === '/' ? '' : localizedPath(locale, '/');
  const currentIf = (isCurrent: boolean) => (isCurrent ? 'page' : undefined);
  const claim: SiteLink = {
    href: claimPath(locale),
    text: t('claim.title'),
    current: currentIf(isClaimPage(pathname)),
  };
  const blackpaper: SiteLink = {
    href: blackpaperFile(locale),
    text: t('nav.blackpaper'),
    current: currentIf(path === '/blackpaper'),
    isFile: true,
  };
  return {
    t,
    claim,
    blackpaper,
    page: (page: Exclude<ListedPath, '/moonpay-success'>): SiteLink => ({
      href: localizedPath(locale, page),
      text: t(PAGES[page].name),
      current: currentIf(page === path),
    }),
    section: (id: Section): SiteLink => ({ href: `${start}#${id}`, text: t(`nav.${id}`) }),
  };
}
