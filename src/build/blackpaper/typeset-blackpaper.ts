import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGRAVED, GREEN, INK, IVORY, MINT, MIST, PAPER_LINE, PAPER_SOFT, PAPER_TEXT } from '#src/config/brand.ts';
import { LOCALES, type Locale } from '#src/config/locales.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { bandSvg } from '../art/band-svg.ts';
import { rosetteSvg } from '../art/rosette-svg.ts';
import { wordmarkSvg } from '../art/wordmark-svg.ts';
import { type Cache, createCache } from '../typeset/cached.ts';
import { familiesOf, packageVersions } from '../typeset/fonts.ts';
import { createTypesetter } from '../typeset/typesetter.ts';
import { type Paper, readPaper } from './read-paper.ts';

const TEMPLATE = 'src/build/blackpaper/blackpaper.typ';
const COLOURS = {
  ink: INK,
  ivory: IVORY,
  mint: MINT,
  mist: MIST,
  green: GREEN,
  line: PAPER_LINE,
  text: PAPER_TEXT,
  soft: PAPER_SOFT,
};
const CJK: readonly Locale[] = ['zh', 'ja'];
/** Scripts whose lines are not justified. */
const RAGGED: readonly Locale[] = ['ar', 'hi'];

export interface Blackpaper {
  readonly locale: Locale;
  readonly pdf: Uint8Array;
  /** SHA-256 of the file in hexadecimal. */
  readonly digest: string;
}

export interface BlackpaperOptions {
  /** The site's origin, for links to its pages. */
  readonly origin: string;
  /** The support address; empty if there is none. */
  readonly email: string;
}

/** Typesets each Blackpaper, or takes it from the cache, to the same bytes everywhere. Throws an Error naming it. */
export async function typesetBlackpapers(
  root: string,
  locales: readonly Locale[],
  options: BlackpaperOptions,
  cache: Cache = createCache(root),
): Promise<readonly Blackpaper[]> {
  const template = readFileSync(join(root, TEMPLATE), 'utf8');
  let typesetter: ReturnType<typeof createTypesetter> | undefined;
  const papers: Blackpaper[] = [];
  for (const locale of locales) {
    const paper = readPaper(root, locale, options);
    const data = printData(paper);
    const from = [template, JSON.stringify(data), packageVersions(root)];
    const pdf = await cache.get('blackpaper', from, () => {
      typesetter ??= createTypesetter(root);
      try {
        return typesetter.pdf(template, data);
      } catch (error) {
        throw new Error(`${paper.file}: Blackpaper.pdf: ${error instanceof Error ? error.message : error}`);
      }
    });
    papers.push({ locale, pdf, digest: hash('sha256', pdf) });
  }
  return papers;
}

/** All the data that blackpaper.typ needs. */
function printData({ language, title, description, version, updated, lead, sections }: Paper): object {
  const t = translatorOf(language);
  const { direction, tag } = LOCALES[language];
  const [year = 0, month = 1, day = 1] = updated.split('-').map(Number);
  return {
    ...{ title, description, lead, sections, direction },
    lang: language,
    author: t('site.name'),
    keywords: ['SYNX', ...sections.map((section) => section.title)],
    date: { year, month, day },
    version: t('blackpaper.version', { version, date: formatDay(updated, tag) }),
    contents: t('blackpaper.contents'),
    cjk: CJK.includes(language),
    justify: !RAGGED.includes(language),
    fonts: familiesOf(language),
    colours: COLOURS,
    art: {
      wordmark: wordmarkSvg(IVORY),
      // Viewers draw thin lines at least one pixel wide, so a quiet colour and not a thin line keeps them subtle.
      rosette: rosetteSvg(ENGRAVED, 0.8),
      band: bandSvg({ width: 500, height: 7, crests: 90, lines: 3, colour: MINT, stroke: 0.45 }),
      rule: bandSvg({ width: 500, height: 3, crests: 125, lines: 2, colour: GREEN, stroke: 0.35 }),
    },
  };
}
