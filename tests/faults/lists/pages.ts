import type { Fault } from '../fault.ts';

/** Faults of the area "pages". */
export const PAGES_FAULTS: readonly Fault[] = [
  {
    id: 'R2.008',
    file: 'src/pages/[...locale]/config.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.009',
    file: 'src/pages/[...locale]/voting.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.010',
    file: 'src/pages/[...locale]/blackpaper.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.011',
    file: 'src/pages/[...locale]/privacy.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.012',
    file: 'src/pages/[...locale]/terms.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.013',
    file: 'src/pages/[...locale]/press-release.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.014',
    file: 'src/pages/[...locale]/partner.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.015',
    file: 'src/pages/[...locale]/verify.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.016',
    file: 'src/pages/[...locale]/video.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.017',
    file: 'src/pages/[...locale]/testnet.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.018',
    file: 'src/pages/[...locale]/track.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
  {
    id: 'R2.019',
    file: 'src/pages/[...locale]/summary.astro',
    find: 'export const getStaticPaths = localePaths;',
    replace: 'export const getStaticPaths = () => localePaths().slice(1);',
  },
];
