import type { Fault } from '../fault.ts';

/** Faults of the area "routing". */
export const ROUTING_FAULTS: readonly Fault[] = [
  {
    id: 'R2.001',
    file: 'src/layouts/Page.astro',
    find: '<slot />',
    replace: "{path !== '/' && <slot />}",
  },
  {
    id: 'R2.002',
    file: 'src/components/landing/HowToBuy.astro',
    find: '<Section id="how-to-buy"',
    replace: '<Section id="how-to"',
  },
  {
    id: 'R2.003',
    file: 'src/styles/motion.css',
    find: 'scroll-behavior: smooth;',
    replace: 'scroll-behavior: auto;',
  },
  {
    id: 'R2.004',
    file: 'src/pages/[...locale]/staking.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.005',
    file: 'src/pages/[...locale]/airdrop.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.006',
    file: 'src/pages/[...locale]/faq.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.007',
    file: 'src/layouts/Header.astro',
    find: "pageLink(locale, '/dashboard')",
    replace: "pageLink(locale, '/staking')",
  },
  {
    id: 'R2.021',
    file: 'src/server/http/plugins/static-site.ts',
    find: '/blackpaper`, 301',
    replace: '/summary`, 301',
  },
  {
    id: 'R2.022',
    file: 'src/build/content/links.ts',
    find: 'newTab: true',
    replace: 'newTab: false',
  },
  {
    id: 'R2.024',
    file: 'content/i18n/en.json',
    find: '"notFound.title": "Page Not Found"',
    replace: '"notFound.title": "Not Found"',
  },
  {
    id: 'R2.025',
    file: 'src/pages/[...locale]/staking.astro',
    find: '      client:deferred\n',
    replace: '',
  },
  {
    id: 'R2.026',
    file: 'src/scripts/shell/load-guard.ts',
    find: 'RETRY_MS = 300;',
    replace: 'RETRY_MS = 3_000;',
  },
  {
    id: 'R2.027',
    file: 'src/scripts/shell/load-guard.ts',
    find: "addEventListener('astro:hydration-error',lost);",
    replace: '',
  },
  {
    id: 'R2.028',
    file: 'src/scripts/shell/load-guard.ts',
    find: "='once'",
    replace: "=''",
  },
];
