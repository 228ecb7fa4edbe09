import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/config/locales.ts';
import { localizedPath, PAGE_PATHS } from '#src/i18n/urls.ts';
import { test } from '#tests/support/browser/test.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [390, 1440] as const;
const EVERY_PAGE = [...PAGE_PATHS, '/nowhere'] as const;

const at = (locale: Locale, path: (typeof EVERY_PAGE)[number]) =>
  path === '/nowhere' ? (locale === 'en' ? path : `/${locale}${path}`) : localizedPath(locale, path);

/** What axe finds, one line a rule: its name and the elements. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      resultTypes: ['violations'],
    }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

/** How far the page is wider than its window, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

// What moves into place is looked at when it has arrived.
test.use({ reducedMotion: 'reduce' });
test.beforeEach(({ watch }) => watch.allow(/status of 404/));

for (const locale of ['en', 'ar', 'zh'] as const)
  for (const width of WIDTHS)
    test(`axe finds nothing on any page in ${locale} at ${width} px`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      // Dark and light are other colours on the same page: each is looked at in one of the widths.
      await page.emulateMedia({ colorScheme: width === 390 ? 'light' : 'dark' });
      for (const path of EVERY_PAGE) {
        await page.goto(at(locale, path), { waitUntil: 'networkidle' });
        expect(await findings(page), path).toEqual([]);
      }
    });

for (const locale of LOCALE_CODES)
  test(`${locale}: no page is wider than a window of 320 px, nor with letters of twice the size`, async ({ page }) => {
    test.slow();
    for (const path of EVERY_PAGE) {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(at(locale, path));
      await expect(page.locator('html')).toHaveAttribute('dir', LOCALES[locale].direction);
      expect(await overflow(page), `${path} at 320 px`).toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect(await overflow(page), `${path} at 200 %`).toBe(0);
    }
  });
