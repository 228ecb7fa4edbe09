import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { readDist } from './support/dist.ts';

const root = process.cwd();
const dist = readDist(`${root}/dist`);
// Pages that only redirect do not count.
const pages = dist.files.filter(
  (file) =>
    file.endsWith('.html') &&
    /rel="canonical"/.test(dist.text(file)) &&
    !dist.text(file).includes('http-equiv="refresh"'),
);
const { origin } = new URL(/rel="canonical" href="([^"]+)"/.exec(dist.text('index.html'))?.[1] ?? '');

/** A page's metadata under a name, in the vocabulary of Open Graph or of Twitter's cards. */
const said = (page: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(dist.text(page))?.[1] ?? '';
const imageOf = (page: string) => new URL(said(page, 'og:image'));
const fileOf = (page: string) => `${root}/dist${imageOf(page).pathname}`;

it('every page names its own picture, in full and with its size and text', () => {
  expect(pages.length).toBeGreaterThanOrEqual(PAGE_PATHS.length * LOCALE_CODES.length);
  for (const page of pages) {
    expect(imageOf(page).origin, page).toBe(origin);
    const png = readFileSync(fileOf(page));
    expect(png.subarray(1, 4).toString('latin1'), page).toBe('PNG');
    // Width and height are the first fields of a PNG's header.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], page).toEqual([1200, 630]);
    expect([said(page, 'og:image:width'), said(page, 'og:image:height')], page).toEqual(['1200', '630']);
    expect(said(page, 'og:image:alt'), page).toBe(said(page, 'og:title'));
    expect(said(page, 'twitter:card'), page).toBe('summary_large_image');
  }
  const digests = pages.map((page) =>
    createHash('sha256')
      .update(readFileSync(fileOf(page)))
      .digest('hex'),
  );
  expect(new Set(digests).size).toBe(pages.length);
});

it('pictures weigh at most 60 KB', () => {
  for (const page of pages) expect(statSync(fileOf(page)).size, page).toBeLessThanOrEqual(60_000);
});

describe('the title of the Blackpaper in its picture', () => {
  /** Bright pixels where the title is, in the left half and in the right one. */
  async function ink(locale: string) {
    const page = locale === 'en' ? 'blackpaper.html' : `${locale}/blackpaper.html`;
    const { data, info } = await sharp(fileOf(page))
      .extract({ left: 0, top: 380, width: 1200, height: 220 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const halves = { left: 0, right: 0 };
    for (const [index, value] of data.entries())
      if (value > 200) halves[index % info.width < 600 ? 'left' : 'right'] += 1;
    return halves;
  }

  it.each(['en', 'zh', 'ja', 'hi', 'ru'])('begins at the left (%s)', async (locale) => {
    const { left, right } = await ink(locale);
    expect(left).toBeGreaterThan(2000);
    expect(left).toBeGreaterThan(right);
  });

  it('begins at the right in Arabic', async () => {
    const { left, right } = await ink('ar');
    expect(right).toBeGreaterThan(2000);
    expect(right).toBeGreaterThan(left);
  });
});
