import { expect, type Page } from '@playwright/test';
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

/** The presale card of a page in `locale`. */
function saleOf(page: Page, locale: Locale) {
  return page.getByRole('region', { name: word(locale, 'presale.title') });
}

/** On an English landing page: amounts that can be read in two ways. */
async function enterUnclear(page: Page): Promise<void> {
  const form = saleOf(page, 'en');
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
}

test('the amount field understands the digits and the separators of each language [R2.068 R5.005]', async ({
  page,
}) => {
  for (const [locale, entries] of Object.entries(ENTRIES) as [Locale, readonly [string, string][]][])
    await test.step(`${locale}: ${entries.map(([typed]) => typed).join(', ')}`, async () => {
      await page.goto(locale === 'en' ? '/' : `/${locale}`);
      const field = saleOf(page, locale).getByRole('textbox');
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
  await test.step('an amount whose separators can be read in two ways is said in the words of the page', () =>
    enterUnclear(page));
});
