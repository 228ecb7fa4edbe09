import type { Fault } from '../fault.ts';

/** Faults of the area "shell". */
export const SHELL_FAULTS: readonly Fault[] = [
  {
    id: 'R2.029',
    file: 'content/i18n/en.json',
    find: '"nav.tokenomics": "Tokenomics"',
    replace: '"nav.tokenomics": "Supply"',
  },
  {
    id: 'R2.030',
    file: 'src/layouts/Footer.astro',
    find: "      ['/partner', t('footer.partner')],\n",
    replace: '',
  },
  {
    id: 'R2.032',
    file: 'src/layouts/Drawer.astro',
    find: "  { page: '/faq', href: pageLink(locale, '/faq'), text: t('nav.faq') },\n",
    replace: '',
  },
  {
    id: 'R2.033',
    file: 'src/layouts/Drawer.astro',
    find: "page === path ? 'page'",
    replace: "page === '/' ? 'page'",
  },
  {
    id: 'R2.034',
    file: 'content/i18n/en.json',
    find: '"site.loading": "Loading SYNX"',
    replace: '"site.loading": "Loading"',
  },
  {
    id: 'R9.027',
    file: 'src/styles/breakpoints.css',
    find: '--below-medium (width < 48rem)',
    replace: '--below-medium (width < 47rem)',
  },
  {
    id: 'R9.038',
    file: 'src/config/limits.ts',
    find: 'delayMs: 700',
    replace: 'delayMs: 500',
  },
  {
    id: 'R9.039',
    file: 'src/config/limits.ts',
    find: 'skipMs: 300',
    replace: 'skipMs: 200',
  },
];
