import { expect, type Page } from '@playwright/test';
import { LOCALES } from '#src/config/locales.ts';
import { card, fillCard, pressPurchase, reviewSheet } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { test } from '#tests/support/browser/test.ts';

const LAPTOP = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };

/** Everything that a purchase needs, on a landing page in `locale`. */
function parts(page: Page, locale: 'en' | 'de' | 'ar') {
  const sale = page.getByRole('region', { name: word(locale, 'presale.title') });
  return {
    amount: sale.getByRole('textbox'),
    receive: sale.getByText(word(locale, 'presale.receiveTokens').replace('{tokens}', '0'), { exact: true }),
    button: sale.getByRole('button', { name: word(locale, 'wallet.connect') }),
  };
}

for (const locale of ['en', 'de', 'ar'] as const) {
  test.describe(locale, () => {
    test.use({ locale: LOCALES[locale].tag });

    test(`amount, tokens and purchase button are on the first screen of a laptop (${locale})`, async ({ page }) => {
      await page.setViewportSize(LAPTOP);
      await page.goto(locale === 'en' ? '/' : `/${locale}`);
      const { amount, receive, button } = parts(page, locale);
      await expect(button).toBeEnabled();
      for (const part of [amount, receive, button]) await expect(part).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });

    test(`Join Presale leads to amount, tokens and purchase button on one screen of a phone (${locale})`, async ({
      page,
    }) => {
      await page.setViewportSize(PHONE);
      await page.goto(locale === 'en' ? '/' : `/${locale}`);
      const { amount, receive, button } = parts(page, locale);
      await expect(button).toBeEnabled();
      await page.getByRole('link', { name: word(locale, 'landing.join') }).click();
      for (const part of [amount, receive, button]) await expect(part).toBeInViewport({ ratio: 1 });
      const header = await page.getByRole('banner').boundingBox();
      const title = await page.getByRole('heading', { name: word(locale, 'presale.title') }).boundingBox();
      expect(title?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
    });
  });
}

for (const size of [{ width: 1440, height: 900 }, PHONE])
  test(`the review shows its buttons without scrolling (${size.width} by ${size.height})`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConnected(page);
    await fillCard(page, 1, 'ETH', '0.1');
    await pressPurchase(page);
    await page.setViewportSize(size);
    for (const name of ['Cancel', 'Continue to wallet'])
      await expect(reviewSheet(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await reviewSheet(page).getByRole('checkbox').check();
    await expect(reviewSheet(page).getByRole('checkbox')).toBeInViewport({ ratio: 1 });
    await reviewSheet(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(card(page)).toBeVisible();
  });

test('the selects and the token selector show the same choice, each with its icon [R2.065 R2.066 R2.067]', async ({
  page,
}) => {
  await page.setViewportSize(LAPTOP);
  await page.goto('/');
  await fillCard(page, 56, 'USDC', '20');
  await expect(card(page).locator('img[src*="/icons/tokens/usdc"]')).toBeVisible();
  await page.setViewportSize(PHONE);
  const open = card(page).getByRole('button', { name: /USDC on BSC/ });
  await open.click();
  await page.getByRole('dialog').getByRole('button', { name: /^USDT/ }).click();
  await page.setViewportSize(LAPTOP);
  await expect(card(page).getByRole('combobox', { name: 'Network' })).toHaveValue('56');
  await expect(card(page).getByRole('combobox', { name: 'Pay with' })).toHaveValue('USDT');
  await expect(card(page).getByRole('textbox')).toHaveValue('20');
});
