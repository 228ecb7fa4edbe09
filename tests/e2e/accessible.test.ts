import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import sharp from 'sharp';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/config/locales.ts';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { localizedPath } from '#src/i18n/urls.ts';
import { followRequests } from '#tests/support/browser/settled.ts';
import { test } from '#tests/support/browser/test.ts';
import { IS_FULL } from '#tests/support/sized.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Dark and light are other colours on the same page: each is checked in one of the widths. */
const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;
const WINDOWS = [
  { width: 320, letters: 100 },
  { width: 1280, letters: 200 },
] as const;
/** Pages that no list names. */
const OTHERS = ['/claim', '/nowhere'] as const;
const EVERY_PAGE = [...PAGE_PATHS, ...OTHERS] as const;

const at = (locale: Locale, path: (typeof EVERY_PAGE)[number]) =>
  path === '/claim' || path === '/nowhere'
    ? `${locale === 'en' ? '' : `/${locale}`}${path}`
    : localizedPath(locale, path);

/** The findings of axe, which the page contains: one line per rule, with its name and the elements. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      resultTypes: ['violations'],
    }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

/** How far the page is wider than its window, in pixels, with letters scaled to `letters` percent. */
function overflow(page: Page, letters: number): Promise<number> {
  return page.evaluate(async (percent) => {
    const { documentElement } = document;
    // The system's fallback fonts have different widths.
    await document.fonts.ready;
    documentElement.style.fontSize = `${percent}%`;
    return documentElement.scrollWidth - documentElement.clientWidth;
  }, letters);
}

test.beforeEach(({ watch }) => watch.allow(/status of 404/));

/** Every page in English; a third of them in Arabic, another third in Chinese, each in the look that English lacks. */
const isExamined = (locale: Locale, position: number) =>
  IS_FULL || locale === 'en' || position % 3 === (locale === 'ar' ? 0 : 1);

for (const locale of ['en', 'ar', 'zh'] as const)
  test(`axe finds nothing on any page in ${locale}, at 390 px in light or at 1440 px in dark`, {
    tag: locale === 'ar' ? [] : '@long',
  }, async ({ page }) => {
    test.slow();
    await page.addInitScript(AXE);
    const settled = followRequests(page);
    for (const [position, path] of EVERY_PAGE.entries()) {
      if (!isExamined(locale, position)) continue;
      await page.goto(at(locale, path));
      // Each page begins in the window size of the previous one: resizing takes longer than measuring.
      const looks = inTurns(LOOKS, locale === 'en' ? position : position + 1);
      for (const { width, colorScheme } of looks.slice(0, IS_FULL ? 2 : 1)) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await settled();
        expect(await findings(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  });

/** Every page in German, whose words are long; a fourth of them in Arabic, from the right; a twelfth in the others. */
const isMeasured = (locale: Locale, position: number) =>
  IS_FULL || locale === 'de' || (position + LOCALE_CODES.indexOf(locale)) % (locale === 'ar' ? 4 : 12) === 0;

for (const locale of LOCALE_CODES)
  test(`${locale}: no page is wider than a window of 320 px, nor with letters of twice the size`, {
    tag: '@long',
  }, async ({ page }) => {
    test.slow();
    for (const [position, path] of EVERY_PAGE.entries()) {
      if (!isMeasured(locale, position)) continue;
      await page.goto(at(locale, path));
      expect(await page.evaluate(() => document.documentElement.dir), path).toBe(LOCALES[locale].direction);
      for (const { width, letters } of inTurns(WINDOWS, position)) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflow(page, letters), `${path} at ${width} px, letters at ${letters} %`).toBe(0);
      }
    }
  });

for (const [locale, path] of [
  ['de', '/terms'],
  ['nl', '/terms'],
  ['ru', '/privacy'],
] as const)
  test(`${locale}: the long words of the title of ${path} are whole on a phone of 360 px`, { tag: '@long' }, async ({
    page,
    watch,
  }) => {
    watch.allow(/net::ERR_FAILED/);
    await page.setViewportSize({ width: 360, height: 740 });
    await test.step('in a font of the system, before the own one is there', async () => {
      await page.route(/\.woff2$/, (route) => route.abort());
      await page.goto(at(locale, path));
      expect(await brokenWords(page)).toEqual([]);
    });
    await test.step('in the own font', async () => {
      await page.unroute(/\.woff2$/);
      await page.reload();
      await page.evaluate(() => document.fonts.ready);
      expect(await brokenWords(page)).toEqual([]);
    });
  });

/** Words of the page's title that continue on another line. */
async function brokenWords(page: Page): Promise<readonly string[]> {
  return page.getByRole('heading', { level: 1 }).evaluate((heading) =>
    [...(heading.firstChild?.textContent ?? '').matchAll(/[^\s-]+/g)]
      .filter(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(heading.firstChild as Node, index);
        range.setEnd(heading.firstChild as Node, index + word.length);
        return range.getClientRects().length > 1;
      })
      .map(([word]) => word),
  );
}

/** All of them, reversed on every second page. */
function inTurns<Look>(looks: readonly Look[], position: number): readonly Look[] {
  return position % 2 === 0 ? looks : looks.toReversed();
}

/** The colours of a picture at places given as shares of its width and height, as numbers. */
async function coloursAt(picture: Buffer, places: readonly (readonly [x: number, y: number])[]): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
    return data.readUIntBE(at, 3);
  });
}

test('in high contrast a progress bar shows its frame and how far it is', async ({ page }) => {
  // Browsers that draw little draw all of a small window.
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const bar = page.getByRole('progressbar').first();
  await expect(bar).toBeVisible();
  const halfFull = async () => {
    await bar.evaluate((element: HTMLProgressElement) => {
      element.max = 100;
      element.value = 50;
    });
    return coloursAt(await bar.screenshot(), [
      [0.25, 0.5],
      [0.75, 0.5],
      // Its edge is somewhere between two pixels.
      ...([0, 0.05, 0.1, 0.15, 0.2] as const).map((y) => [0.75, y] as const),
    ]);
  };
  // The card, which hydrates meanwhile, sets its own value.
  await expect
    .poll(async () => {
      const [filled, empty, ...edge] = await halfFull();
      return { isFilled: filled !== empty, hasEdge: edge.some((colour) => colour !== empty) };
    })
    .toEqual({ isFilled: true, hasEdge: true });
});

/**
 * Marks that are only a background, and that high contrast takes away: elements without text, border or drawing whose
 * colour becomes that of the page.
 */
async function lostMarks(page: Page): Promise<readonly string[]> {
  const look = (isForced: boolean) =>
    page.getByRole('main').evaluate((main, isLost) => {
      const canvas = document.createElement('div');
      canvas.style.background = 'Canvas';
      main.append(canvas);
      const ground = getComputedStyle(canvas).backgroundColor;
      canvas.remove();
      return [...main.querySelectorAll('*')].flatMap((element, index) => {
        const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        if (element.childElementCount > 0 || element.textContent?.trim() !== '' || borderTopWidth !== '0px') return [];
        if (width < 2 || height < 2 || backgroundImage !== 'none') return [];
        if (element.matches('input, select, textarea, progress, img, video, canvas, svg, svg *')) return [];
        const isPainted = !/^rgba\(.*, 0\)$/.test(backgroundColor) && !(isLost && backgroundColor === ground);
        return isPainted === isLost ? [] : [`${index} ${element.outerHTML.slice(0, 120)}`];
      });
    }, isForced);
  await page.emulateMedia({ forcedColors: 'none' });
  const painted = await look(false);
  await page.emulateMedia({ forcedColors: 'active' });
  const lost = await look(true);
  return painted.filter((mark) => lost.includes(mark));
}

for (const path of ['/', '/staking', '/voting'] as const)
  test(`in high contrast no mark of ${path} that is only a background is lost`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    expect(await lostMarks(page)).toEqual([]);
    await test.step('the check sees one that is lost', async () => {
      await page.getByRole('main').evaluate((main) => {
        const mark = document.createElement('div');
        Object.assign(mark.style, { inlineSize: '9px', blockSize: '9px', background: 'rgb(200 0 0)' });
        main.append(mark);
      });
      expect(await lostMarks(page)).toHaveLength(1);
    });
  });
