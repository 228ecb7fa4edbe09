import { expect, type Locator, type Page } from '@playwright/test';
import { LOCALES } from '#src/config/locales.ts';
import { card, fillCard, pressPurchase, reviewSheet } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';
import { connectedBefore } from '#tests/support/browser/wallet.ts';
import { IS_FULL } from '#tests/support/sized.ts';

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

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Whether two boxes share a part of the screen. */
function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
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

for (const [locale, size] of [
  ...(IS_FULL
    ? ([
        ['en', { width: 1280, height: 900 }],
        ['en', LAPTOP],
      ] as const)
    : []),
  ['ar', LAPTOP],
  ['en', { width: 1024, height: 768 }],
  ['en', { width: 768, height: 1024 }],
  ['en', PHONE],
] as const)
  test.describe(`${locale} ${size.width}`, () => {
    test.use({ locale: LOCALES[locale].tag });

    test(`a refusal leaves the purchase button uncovered (${locale}, ${size.width} by ${size.height})`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await connectedBefore(page, await fundedWallet(1), 1);
      await page.goto(locale === 'en' ? '/#presale' : `/${locale}`);
      const sale = page.getByRole('region', { name: word(locale, 'presale.title') });
      const button = sale.getByRole('button', { name: word(locale, 'presale.button.purchase') });
      await expect(button).toBeEnabled();
      await sale.getByRole('textbox').fill('0.0029');
      await button.click();
      const toast = page.getByRole('alert').filter({ hasText: word(locale, 'toast.invalidAmount.title') });
      await expect(toast).toBeInViewport({ ratio: 1 });
      const [pressed, shown] = [await button.boundingBox(), await toast.boundingBox()];
      if (pressed === null || shown === null) throw new Error('no button or no toast');
      expect(overlap(pressed, shown)).toBe(false);
    });
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
