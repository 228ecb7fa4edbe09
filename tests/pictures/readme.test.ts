import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { card } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { test } from '#tests/support/browser/test.ts';

test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });

/** A picture in docs/pictures, of the width at which README shows it. */
async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const file = join(import.meta.dirname, '../../docs/pictures', `${name}.webp`);
  await sharp(await page.screenshot())
    .resize({ width: 960 })
    .webp({ quality: 78, effort: 6 })
    .toFile(file);
}

test('the landing page', async ({ page }) => {
  await page.goto('/');
  await expect(card(page).getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  await picture(page, 'landing');
});

test('a purchase on its way', async ({ page }) => {
  await openConnected(page);
  await payEth(page);
  await expect(card(page)).toContainText(/Confirming [01]\/6/);
  await card(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await picture(page, 'purchase');
});
