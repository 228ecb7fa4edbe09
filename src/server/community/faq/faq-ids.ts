import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const HEADING = /^## .*\{#([a-z0-9-]+)\}\s*$/gm;

/** The ids of all questions, from the headings of `<directory>/faq/en/*.md`: `## Question {#id}`. */
export function faqIds(directory: string): ReadonlySet<string> {
  const folder = join(directory, 'faq/en');
  const files = existsSync(folder) ? globSync('*.md', { cwd: folder }) : [];
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(HEADING)].map(([, id = '']) => id)));
}
