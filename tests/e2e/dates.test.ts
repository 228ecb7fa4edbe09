import { expect, type Locator, type Page } from '@playwright/test';
import { LOCALES } from '#src/config/locales.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';
import { connectedBefore } from '#tests/support/browser/wallet.ts';

/** Expects a time to be written as everywhere else: day and time of the visitor's zone, in the page's language. */
async function expectUsual(page: Page, time: Locator, tag: string): Promise<void> {
  const stated = (await time.getAttribute('datetime')) ?? '';
  const usual = await page.evaluate(
    ([at, language]) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at)),
    [stated, tag] as const,
  );
  await expect(time).toHaveText(usual);
}

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('the price history and the transactions write times as every page does', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const wallet = await fundedWallet(56);
    await creditWallet(request, wallet, 1);
    await connectedBefore(page, wallet, 56);
    for (const locale of ['en', 'de', 'ar'] as const)
      await test.step(locale, async () => {
        const { tag } = LOCALES[locale];
        await page.goto(locale === 'en' ? '/' : `/${locale}`);
        const sale = page.getByRole('region', { name: word(locale, 'presale.title') });
        await sale.getByRole('button', { name: word(locale, 'pay.history.title') }).click();
        const history = page.getByRole('dialog', { name: word(locale, 'pay.history.title') });
        await expectUsual(page, history.getByRole('time').first(), tag);
        await page.keyboard.press('Escape');
        await sale.getByRole('button', { name: word(locale, 'presale.transactions') }).click();
        const list = page.getByRole('dialog', { name: word(locale, 'presale.transactions') });
        await expectUsual(page, list.getByRole('listitem').getByRole('time').first(), tag);
      });
  });
});

test('reviewed videos state their day as other pages do', async ({ page }) => {
  await page.route('**/api/videos', (route) =>
    route.fulfill({
      json: {
        videos: [
          {
            id: '7',
            platform: 'youtube',
            link: 'https://youtu.be/abcdefghijk',
            approvedAt: '2026-03-01T23:30:00.000Z',
          },
        ],
      },
    }),
  );
  for (const [path, day] of [
    ['/video', 'March 1, 2026'],
    ['/fr/video', '1er mars 2026'],
    ['/de/video', '1. März 2026'],
    ['/ar/video', '1 مارس 2026'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('listitem').filter({ hasText: 'YouTube' })).toContainText(`YouTube · ${day}`);
  }
});
