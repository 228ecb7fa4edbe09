import { expect, type Page } from '@playwright/test';
import type { Locale } from '#src/config/locales.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { test } from '#tests/support/browser/test.ts';

/** What visitors type in each language; the field reads it alike on every page. */
const ENTRIES: Readonly<Partial<Record<Locale, readonly (readonly [typed: string, kept: string])[]>>> = {
  de: [['1,5', '1.5']],
  fr: [['0,003', '0.003']],
  ar: [
    ['٣٫٥', '3.5'],
    ['١٢٣', '123'],
  ],
  hi: [['२.७५', '2.75']],
  zh: [['0。05', '0.05']],
  ja: [['０．０５', '0.05']],
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
    ['1,000', '1.000', 'We read this as 1 ETH. If you meant another amount, use one point or comma for decimals'],
    ['1,234.56', '1234.56', 'We read this as 1,234.56 ETH.'],
    ['1.234,56', '1234.56', 'We read this as 1,234.56 ETH.'],
    ['1,234,567', '1234567', 'We read this as 1,234,567 ETH.'],
  ] as const) {
    await field.fill(typed);
    await expect(field).toHaveValue(kept);
    await expect(form).toContainText(read);
  }
  await field.fill('');
  await field.pressSequentially('1,000');
  await expect(form).toContainText('We read this as 1 ETH.');
  await field.fill('');
  await field.fill('12.5');
  await expect(form).not.toContainText('We read this as');
}

/** What an input method composes and then commits, key by key. */
async function compose(page: Page, keys: readonly string[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  let text = '';
  for (const key of keys) {
    text += key;
    await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await client.send('Input.insertText', { text });
}

/** Text that is more than an amount: the rest is named until it was changed, also after a reload. */
async function enterMore(page: Page): Promise<void> {
  const form = saleOf(page, 'en');
  const field = form.getByRole('textbox');
  for (const [typed, kept, leftOut] of [
    ['5e-2', '52', 'e-'],
    ['-5', '5', '-'],
    ['0.05 USDC', '0.05', 'USDC'],
  ] as const) {
    await field.fill(typed);
    await expect(field).toHaveValue(kept);
    await expect(
      form.getByText(word('en', 'pay.amount.leftOut').replace('{text}', `\u2068${leftOut}\u2069`)),
    ).toBeVisible();
    await field.fill('');
    await field.pressSequentially(typed);
    await expect(form.getByText(/was left out/)).toBeVisible();
    await field.fill('');
    await field.fill('1');
    await expect(form.getByText(/was left out/)).toBeHidden();
  }
  await field.fill('5e-2');
  await expect(form.getByText(/was left out/)).toBeVisible();
  await page.reload();
  await expect(form.getByText(/was left out/)).toBeVisible();
  await field.fill('');
}

/** On an English landing page: dollars and SYNX, of which the form keeps the coin's amount alone. */
async function enterUnits(page: Page): Promise<void> {
  const form = saleOf(page, 'en');
  const field = form.getByRole('textbox');
  const unit = form.getByRole('combobox', { name: / amount$/ });
  await form.getByRole('button', { name: '$100' }).click();
  await expect(field).toHaveValue('0.022156');
  await unit.selectOption('USD');
  await expect(field).toHaveValue('100.00');
  await field.fill('1,000');
  await expect(form).toContainText('= 0.221559 ETH');
  await form.getByRole('combobox', { name: 'Pay with' }).selectOption('USDC');
  await expect(form).toContainText('= 1,000 USDC');
  await expect(field).toHaveValue('1,000');
  await unit.selectOption('SYNX');
  await field.fill('10,000');
  await expect(form).toContainText('= 130 USDC');
  await expect(form.locator('output')).toHaveText('10,000 SYNX');
  await field.fill('5e2');
  await expect(form.getByText(/was left out/)).toBeVisible();
  await field.fill('20000');
  await page.reload();
  await expect(field).toHaveValue('260');
}

test('the amount field understands the digits and the separators of each language [R2.068 R5.005]', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  const field = saleOf(page, 'en').getByRole('textbox');
  for (const [language, entries] of Object.entries(ENTRIES))
    await test.step(`${language}: ${entries.map(([typed]) => typed).join(', ')}`, async () => {
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
  await test.step('the rest of a text that is no part of an amount is named, also after a reload', () =>
    enterMore(page));
  await test.step('dollars and SYNX fill in the amount of the coin, which a reload keeps', () => enterUnits(page));
  await test.step('digits of an input method are entered once', async () => {
    await page.goto('/ja');
    const japanese = saleOf(page, 'ja').getByRole('textbox');
    await japanese.fill('');
    await compose(page, ['０', '．', '０', '５']);
    await expect(japanese).toHaveValue('0.05');
    await compose(page, ['２']);
    await expect(japanese).toHaveValue('0.052');
  });
});
