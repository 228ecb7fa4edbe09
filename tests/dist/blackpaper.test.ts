import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { typesetBlackpapers } from '#src/build/blackpaper/typeset-blackpaper.ts';
import { loadContent } from '#src/build/content/load-content.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/config/locales.ts';
import { readDist } from './support/dist.ts';

const KB = 1000;
const root = process.cwd();
const dist = readDist(`${root}/dist`);
const { documents } = loadContent(root, LOCALE_CODES, '');
const paths = (locale: Locale) => (locale === 'en' ? '' : `${locale}/`);
const fileOf = (locale: Locale) => `${paths(locale)}Blackpaper.pdf`;
const bytesOf = (locale: Locale) => readFileSync(`${root}/dist/${fileOf(locale)}`);
const documentOf = (locale: Locale) =>
  documents.find((document) => document.name === 'blackpaper' && document.locale === locale)!;
/** Letters only: the print has line breaks and hyphens where the page has none. */
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/&\w+;|&#\d+;/g, ' ');

describe.each(LOCALE_CODES)('Blackpaper.pdf in %s', (locale) => {
  const document = documentOf(locale);
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>>;
  let pages: string[];

  beforeAll(async () => {
    pdf = await getDocumentProxy(new Uint8Array(bytesOf(locale)));
    pages = (await extractText(pdf, { mergePages: false })).text;
  });

  it('is a file of at most 400 KB', () => {
    expect(dist.files).toContain(fileOf(locale));
    expect(bytesOf(locale).length).toBeLessThanOrEqual(400 * KB);
  });

  it('states title, author, language, keywords, and the day of its edition', async () => {
    const info = (await pdf.getMetadata()).info as Record<string, string>;
    expect(info).toMatchObject({
      Title: document.title,
      Author: 'SYNX',
      Language: locale,
      Subject: document.description,
      CreationDate: `D:${document.updated.replaceAll('-', '')}000000Z`,
    });
    expect(info['Keywords']).toContain(document.sections[0]?.title);
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  });

  it('has the parts of the page as its outline and, linked, as its contents', async () => {
    const outline = (await pdf.getOutline()).map(({ title }) => title);
    expect(outline).toEqual(document.sections.map(({ title }, index) => `${index + 1} ${title}`));
    const links = await (await pdf.getPage(2)).getAnnotations();
    expect(links.filter(({ subtype, dest }) => subtype === 'Link' && dest)).toHaveLength(document.sections.length);
  });

  it('is text in its own script, with the number of each page', () => {
    const script =
      { zh: 'Han', ja: 'Hiragana', ar: 'Arabic', hi: 'Devanagari', ru: 'Cyrillic' }[locale as 'zh'] ?? 'Latin';
    for (const [index, text] of pages.entries()) {
      expect(text.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length, `page ${index + 1}`).toBeGreaterThan(10);
      if (index > 0) expect(letters(text)).toContain(letters(`${index + 1} / ${pages.length}`));
    }
    if (LOCALES[locale].direction === 'ltr' && locale !== 'hi')
      expect(letters(pages[0] ?? '')).toContain(letters(document.title));
  });

  it('is the file whose checksum the page prints, and opens in a new tab', () => {
    const page = dist.text(`${paths(locale)}blackpaper.html`);
    const digest = createHash('sha256').update(bytesOf(locale)).digest('hex');
    expect(/<code[^>]*>([0-9a-f]{64})<\/code>/.exec(page)?.[1]).toBe(digest);
    expect(page.includes(`<a class="button" href="/${fileOf(locale)}" target="_blank"`)).toBe(true);
  });
});

it.each(['en', 'de', 'ru', 'ja'] as const)(
  'holds every paragraph, list item and figure of the page (%s)',
  { tags: 'long' },
  async (locale) => {
    const pdf = await getDocumentProxy(new Uint8Array(bytesOf(locale)));
    const { text } = await extractText(pdf, { mergePages: true });
    const printed = letters(text);
    const { lead, sections } = documentOf(locale);
    for (const html of [lead, ...sections.map((section) => section.html)]) {
      for (const [, part = ''] of html.matchAll(/<(?:p|li|td|th)\b[^>]*>(.*?)<\/(?:p|li|td|th)>/gs))
        expect(printed).toContain(letters(words(part)).slice(0, 60));
    }
  },
);

it('[R1.006] [R2.022] the hero, the menu and texts open the PDF of their language in a new tab', () => {
  for (const locale of LOCALE_CODES) {
    const landing = dist.text(locale === 'en' ? 'index.html' : `${locale}.html`);
    const links = landing.match(new RegExp(`<a[^>]*href="/${fileOf(locale)}"[^>]*>`, 'g')) ?? [];
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links) expect(link).toContain('target="_blank"');
    const hero = landing.slice(landing.indexOf('<h1'), landing.indexOf('id="features"'));
    expect(hero).toContain(`href="/${fileOf(locale)}"`);
  }
});

it('the same text gives the same bytes, on any machine', async () => {
  const fresh = {
    get: async (_kind: string, _from: unknown, make: () => unknown) => Buffer.from((await make()) as Buffer),
  };
  const origin = new URL(/rel="canonical" href="([^"]+)"/.exec(dist.text('index.html'))?.[1] ?? '').origin;
  const papers = await typesetBlackpapers(root, ['en', 'ar', 'zh'], { origin, email: '' }, fresh);
  for (const { locale, pdf } of papers) expect(bytesOf(locale).equals(pdf), locale).toBe(true);
});
