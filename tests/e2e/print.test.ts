import { expect } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import { test } from '#tests/support/browser/test.ts';
import { SIZED_LOCALES } from '#tests/support/sized.ts';

test('the summary is printed on one sheet, in every language', async ({ page }) => {
  for (const locale of SIZED_LOCALES) {
    await page.goto(locale === 'en' ? '/summary' : `/${locale}/summary`);
    const sheet = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect((await getDocumentProxy(new Uint8Array(sheet))).numPages, locale).toBe(1);
  }
});

test('the landing page is printed without the room that its screen keeps, and its form in one piece', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'PRE-SALE LIVE' })).toContainText('1 SYNX = $0.013');
  const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  const { numPages } = await getDocumentProxy(new Uint8Array(paper));
  expect(numPages).toBeLessThanOrEqual(8);
});

test('controls, which print cannot press, are not printed', async ({ page }) => {
  await page.goto('/de/summary');
  const offer = page.getByRole('link', { name: 'Read in English' });
  await expect(offer).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(offer).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the forms of the dashboard, and the buttons of the claim, are not printed', async ({ page }) => {
  await page.goto('/claim');
  const look = page.getByRole('button', { name: 'Look up' });
  await expect(look).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(look).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Contract' })).toBeVisible();

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/dashboard');
  const fields = page.getByRole('main').getByRole('textbox');
  await expect(fields).toHaveCount(2);
  for (const field of await fields.all()) await expect(field).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const field of await fields.all()) await expect(field).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a button of the dark theme is printed as an outline with dark letters', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.goto('/');
  const join = page.getByRole('link', { name: 'Join Presale' });
  await expect(join).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(join).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByText('Your final price is the one in effect')).toHaveCSS('color', 'rgb(51, 51, 51)');
});
