import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SIGNED_TEXT } from '#src/build/content/glossary.ts';
import { pseudoMarkdown, pseudoText } from './pseudo-text.ts';

/** The thirteenth language: its code is no language's, so that Intl writes its numbers and dates as in English. */
export const PSEUDO = 'xa';

/**
 * Adds a language to a copy of the project as docs/editing.md says it is done: entries in three files and a flag of the
 * code, and a translation of every file of `content/`, which here is made of the English one.
 */
export function addPseudoLocale(folder: string): void {
  change(join(folder, 'src/config/locales.ts'), (text) =>
    text.replace(
      /^\} as const satisfies/m,
      `  ${PSEUDO}: { name: '«Pšéúđó»', flag: '🏁', direction: 'ltr', tag: '${PSEUDO}' },\n} as const satisfies`,
    ),
  );
  const flags = join(folder, 'public/icons/flags');
  copyFileSync(join(flags, 'en.svg'), join(flags, `${PSEUDO}.svg`));
  addImport(join(folder, 'src/i18n/dictionaries.ts'), 'i18n');
  addImport(join(folder, 'src/server/platform/mail/mail-texts.ts'), 'mail');
  const content = join(folder, 'content');
  for (const file of readdirSync(content, { recursive: true, encoding: 'utf8' })) {
    const [, kind = '', rest = ''] = /^(\w+)\/en(\/.+|\.json)$/.exec(file) ?? [];
    if (kind !== '') translate(join(content, file), join(content, kind, `${PSEUDO}${rest}`));
  }
  change(join(content, 'glossary.json'), withPseudoWords);
}

function change(file: string, edit: (text: string) => string): void {
  const before = readFileSync(file, 'utf8');
  const after = edit(before);
  if (after === before) throw new Error(`${file}: nothing to change; docs/editing.md says what to add there`);
  writeFileSync(file, after);
}

/** Names a file of `content/<kind>/` in the module that imports those of all languages. */
function addImport(file: string, kind: string): void {
  const line = `import ${PSEUDO} from '#content/${kind}/${PSEUDO}.json' with { type: 'json' };\n`;
  change(file, (text) => text.replace(/^(import zh from .*\n)/m, `$1${line}`).replace(/\bzh \}/, `zh, ${PSEUDO} }`));
}

function translate(from: string, to: string): void {
  const text = readFileSync(from, 'utf8');
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, from.endsWith('.md') ? pseudoMarkdown(text) : `${JSON.stringify(translated(JSON.parse(text)))}\n`);
}

/** The values of a JSON file translated, its keys kept. */
function translated(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return key === SIGNED_TEXT ? value : pseudoText(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, translated(own, name)]));
}

/** The glossary has a word of each term in every language, and holds those that it names to its rules. */
function withPseudoWords(text: string): string {
  const glossary = JSON.parse(text) as { conforming: string[]; terms: { words: Record<string, string> }[] };
  for (const { words } of glossary.terms) words[PSEUDO] = pseudoText(words.en ?? '');
  glossary.conforming.push(PSEUDO);
  return JSON.stringify(glossary);
}
