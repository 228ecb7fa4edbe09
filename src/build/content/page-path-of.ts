import { FAQ_CATEGORIES } from '#src/config/faq-categories.ts';
import { pagesWith } from '#src/config/page-paths.ts';
import type { PagePath } from '#src/i18n/urls.ts';
import type { SourceFile } from './source-file.ts';

const namesOf = (text: 'pages' | 'legal' | 'optional') => pagesWith('text', text).map((path) => path.slice(1));
const LEGAL = namesOf('legal');
const REQUIRED = namesOf('pages');
const OPTIONAL = namesOf('optional');

/** The page a file is part of; null if no page has such a file. */
export function pagePathOf({ kind, name }: Pick<SourceFile, 'kind' | 'name'>): PagePath | null {
  if (kind === 'faq') return (FAQ_CATEGORIES as readonly string[]).includes(name) ? '/faq' : null;
  if (kind === 'press') return '/press-release';
  const known = kind === 'legal' ? LEGAL : [...REQUIRED, ...OPTIONAL];
  return known.includes(name) ? (`/${name}` as PagePath) : null;
}

/** The English files without which a page would be empty, as paths below the project. */
export function requiredFiles(): readonly string[] {
  return [
    ...FAQ_CATEGORIES.map((name) => `content/faq/en/${name}.md`),
    ...REQUIRED.map((name) => `content/pages/en/${name}.md`),
    ...LEGAL.map((name) => `content/legal/en/${name}.md`),
  ];
}
