import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { parseFacts } from '#src/i18n/facts.ts';
import { localizedPath } from '#src/i18n/urls.ts';
import { type ParsedSource, parseSource } from '../content/parse-source.ts';
import { readSources } from '../content/read-sources.ts';
import { type PaperNodes, paperNodes } from './paper-nodes.ts';

/** The Blackpaper in one language, as it is printed. */
export interface Paper {
  /** The Markdown file, for messages. */
  readonly file: string;
  /** The language of the text: English if no translation exists. */
  readonly language: Locale;
  readonly title: string;
  readonly description: string;
  /** The edition number, such as 1.0. */
  readonly version: string;
  /** The day of the edition, ISO 8601. */
  readonly updated: string;
  readonly lead: PaperNodes;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly nodes: PaperNodes }[];
}

const PAGE = '/blackpaper';

/** The Blackpaper of a locale, from the file and facts of its page; `origin` is for links, `email` may be empty. */
export function readPaper(root: string, locale: Locale, { origin, email }: { origin: string; email: string }): Paper {
  const facts = parseFacts(JSON.parse(readFileSync(join(root, 'content/facts.json'), 'utf8')));
  const allParsed = readSources(root)
    .sources.filter(({ kind, name }) => kind === 'pages' && name === PAGE.slice(1))
    .filter((source) => [locale, DEFAULT_LOCALE].includes(source.locale))
    .map((source) => parseSource(source, { facts, email }));
  const original = allParsed.find(({ source }) => source.locale === DEFAULT_LOCALE);
  const parsed = allParsed.find(({ source }) => source.locale === locale) ?? original;
  if (parsed === undefined || original === undefined) throw new Error(`content/pages/en${PAGE}.md is missing`);
  const { source, fields, tokens } = parsed;
  const context = { tokens, address: (url: string) => addressOf(url, parsed, origin) };
  return {
    file: source.file,
    language: source.locale,
    title: fields.title,
    description: fields.description,
    version: original.fields.version,
    updated: original.fields.updated,
    lead: paperNodes(parsed.lead, context),
    sections: parsed.sections.map(({ id, title, nodes }) => ({ id, title, nodes: paperNodes(nodes, context) })),
  };
}

/** A link to a section of the paper stays inside it; every other link leads to the site. */
function addressOf(url: string, { source, sections }: ParsedSource, origin: string): string {
  const [path = '', anchor = ''] = url.split('#', 2);
  if ((path === '' || path === PAGE) && sections.some(({ id }) => id === anchor)) return `#${anchor}`;
  const page = PAGE_PATHS.find((known) => known === path) ?? PAGE;
  return new URL(localizedPath(source.locale, page) + (anchor === '' ? '' : `#${anchor}`), origin).href;
}
