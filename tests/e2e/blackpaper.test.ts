import { expect } from '@playwright/test';
import { test } from '#tests/support/browser/test.ts';

test('the Blackpaper is searched part by part, and opens as a PDF in a new tab [R2.010 R2.022]', async ({ page }) => {
  await page.goto('/blackpaper');
  const search = page.getByRole('searchbox', { name: 'Search the Blackpaper' });
  const burn = page.getByRole('heading', { name: 'Supply and burn' });
  const fee = page.getByRole('heading', { name: 'Transaction fee' });
  const contents = page.getByRole('navigation', { name: 'On this page' });
  // Words that occur only in the text of one part, in any letter case.
  await search.fill('A FALLING SUPPLY');
  await expect(burn).toBeVisible();
  await expect(fee).toBeHidden();
  await expect(page.getByText('Matching sections: 1')).toBeVisible();
  await expect(contents.getByRole('link', { name: 'Transaction fee' })).toBeHidden();
  await search.fill('no such words anywhere');
  await expect(page.getByText('No results found')).toBeVisible();
  await search.fill('');
  await expect(fee).toBeVisible();
  const pdf = page.getByRole('link', { name: /^Download as PDF/ });
  await expect(pdf).toHaveAttribute('target', '_blank');
  const response = await page.request.get((await pdf.getAttribute('href')) ?? '');
  expect(response.headers()['content-type']).toBe('application/pdf');
});
