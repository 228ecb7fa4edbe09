interface PageFacts {
  /** The key of its name in links. */
  readonly name?: string;
  /** Its file below content/, in pages/ or legal/; `optional` if the page is complete without one. */
  readonly text?: 'pages' | 'legal' | 'optional';
  /**
   * It is text, or a tool that checks what a visitor pastes by itself: once opened, it also opens offline. Pages with
   * prices, balances or other live figures are never served from a copy. `listed`: the offline page links to it.
   */
  readonly offline?: true | 'listed';
  readonly footer?: 'links' | 'resources' | 'legal';
  /** A visitor who comes from a search would not understand it. */
  readonly unsearched?: true;
}

/** The pages that exist in every locale, in the order of the footer. */
export const PAGES = {
  '/': { name: 'nav.home', footer: 'links' },
  '/staking': { name: 'nav.staking', text: 'optional', footer: 'links' },
  '/airdrop': { name: 'nav.airdrop', text: 'pages', footer: 'links' },
  '/faq': { name: 'nav.faq', offline: 'listed', footer: 'links' },
  '/voting': { name: 'footer.voting', text: 'pages', footer: 'links' },
  '/testnet': { name: 'footer.testnet', text: 'pages', footer: 'links' },
  '/blackpaper': { name: 'nav.blackpaper', text: 'pages', offline: 'listed', footer: 'resources' },
  '/summary': { name: 'footer.summary', text: 'pages', offline: 'listed', footer: 'resources' },
  '/press-release': { name: 'footer.press', text: 'pages', offline: true, footer: 'resources' },
  '/partner': { name: 'footer.partner', text: 'pages', offline: true, footer: 'resources' },
  '/video': { name: 'footer.video', text: 'pages', offline: true, footer: 'resources' },
  '/verify': { name: 'footer.verify', text: 'pages', offline: true, footer: 'resources' },
  '/fake-claims': { name: 'claim.fake.title', text: 'pages', offline: true },
  '/track': { name: 'footer.track', text: 'pages', footer: 'resources' },
  '/config': { name: 'footer.config', text: 'pages', footer: 'resources' },
  '/privacy': { name: 'footer.privacy', text: 'legal', offline: 'listed', footer: 'legal' },
  '/terms': { name: 'footer.terms', text: 'legal', offline: 'listed', footer: 'legal' },
  '/dashboard': { name: 'nav.dashboard', text: 'pages', footer: 'links' },
  '/moonpay-success': { text: 'pages', unsearched: true },
} as const satisfies Readonly<Record<string, PageFacts>>;

export type ListedPath = keyof typeof PAGES;
export const PAGE_PATHS = Object.keys(PAGES) as readonly ListedPath[];

/** Pages that no list names: about one payment, without a connection, at an older address, for a day to come. */
export const OTHER_PAGES = ['/receipt', '/offline', '/whitepaper', '/claim'] as const;

type PathWith<Fact> = {
  [Path in ListedPath]: Fact extends keyof (typeof PAGES)[Path] ? Path : never;
}[ListedPath];

/** The listed pages with this fact, or with this value of it. */
export function pagesWith<Fact extends keyof PageFacts>(fact: Fact, value?: PageFacts[Fact]): PathWith<Fact>[] {
  return (PAGE_PATHS as readonly PathWith<Fact>[]).filter((path) => {
    const found = (PAGES[path] as PageFacts)[fact];
    return value === undefined ? found !== undefined : found === value;
  });
}
