import { expect } from '@playwright/test';
import type { Locale } from '#src/config/locales.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { test } from '#tests/support/browser/test.ts';

const ENTRIES: Readonly<Partial<Record<Locale, readonly (readonly [typed: string, kept: string])[]>>> = {
  de: [['1,5', '1.5']],
  fr: [['0,003', '0.003']],
  ar: [
    ['٣٫٥', '3.5'],
    ['١٢٣', '123'],
  ],
  hi: [['२.७५', '2.75']],
  en: [
    ['1.2.3', '1.23'],
    ['12a b-3e4', '1234'],
    ['0.1234567890123456789', '0.123456789012345678'],
  ],
};

for (const [locale, entries] of Object.entries(ENTRIES) as [Locale, readonly [string, string][]][]) {
  const what = entries.map(([typed]) => typed).join(', ');
  test(`the amount field of ${locale} understands ${what} [R2.068 R5.005]`, async ({ page }) => {
    await page.goto(locale === 'en' ? '/' : `/${locale}`);
    const field = page.getByRole('region', { name: word(locale, 'presale.title') }).getByRole('textbox');
    for (const [typed, kept] of entries) {
      await field.fill('');
      await field.pressSequentially(typed);
      await expect(field).toHaveValue(kept);
      // Pasted text arrives at once.
      await field.fill('');
      await field.fill(typed);
      await expect(field).toHaveValue(kept);
    }
  });
}

test('an amount whose separators can be read in two ways is said in the words of the page', async ({ page }) => {
  await page.goto('/');
  const form = page.getByRole('region', { name: word('en', 'presale.title') });
  const field = form.getByRole('textbox');
  for (const [typed, kept, read] of [
    ['1,000', '1.000', 'Read as 1 ETH. A single comma or point separates decimals'],
    ['1,234.56', '1234.56', 'Read as 1,234.56 ETH.'],
    ['1.234,56', '1234.56', 'Read as 1,234.56 ETH.'],
    ['1,234,567', '1234567', 'Read as 1,234,567 ETH.'],
  ] as const) {
    await field.fill(typed);
    await expect(field).toHaveValue(kept);
    await expect(form).toContainText(read);
  }
  await field.fill('');
  await field.pressSequentially('1,000');
  await expect(form).toContainText('Read as 1 ETH.');
  await field.fill('');
  await field.fill('12.5');
  await expect(form).not.toContainText('Read as');
});
