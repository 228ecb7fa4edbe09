import type { Fault } from '../fault.ts';

/** Faults of the area "errors". */
export const ERRORS_FAULTS: readonly Fault[] = [
  {
    id: 'R2.035',
    file: 'src/components/ui/ErrorBoundary.tsx',
    find: 'if (error === null) return children;',
    replace: 'if (error === null) return children;\n    if (children !== null) return null;',
  },
  {
    id: 'R2.036',
    file: 'content/i18n/en.json',
    find: '"error.title": "Oops! Something went wrong"',
    replace: '"error.title": "Something went wrong"',
  },
  {
    id: 'R2.037',
    file: 'content/i18n/en.json',
    find: 'Your funds are safe. This page',
    replace: 'This page',
  },
  {
    id: 'R2.038',
    file: 'src/layouts/Page.astro',
    find: "<details><summary>{t('error.details')}",
    replace: "<details open><summary>{t('error.details')}",
  },
  {
    id: 'R2.039',
    file: 'content/i18n/en.json',
    find: '"error.refresh": "Refresh Page"',
    replace: '"error.refresh": "Try Again"',
  },
  {
    id: 'R2.040',
    file: 'content/i18n/en.json',
    find: '"error.back": "Go Back"',
    replace: '"error.back": "Close"',
  },
  {
    id: 'R2.041',
    file: 'content/i18n/en.json',
    find: 'If this keeps happening, please contact support.',
    replace: 'If this keeps happening, please come back later.',
  },
  {
    id: 'R8.074',
    file: 'src/scripts/shell/load-guard.ts',
    find: "url.searchParams.set('reload',Date.now());",
    replace: '',
  },
];
