import { expect, type Locator, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { LOCALES } from '#src/config/locales.ts';
import { card, fillCard, pressPurchase, summarySheet } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { setInOwnFonts } from '#tests/support/browser/own-fonts.ts';
import { test } from '#tests/support/browser/test.ts';
import { acceptInWallet, connectedBefore } from '#tests/support/browser/wallet.ts';
import { IS_FULL } from '#tests/support/sized.ts';

const LAPTOP = { width: 1366, height: 768 };
const OPERATOR = 'Example AG · Example Street 1, 6300 Zug, Switzerland · CHE-123.456.789 · help@synx.example';
const PHONE = { width: 390, height: 844 };

const [, , , , , account] = DEVELOPMENT_ACCOUNTS;

type Tested = 'en' | 'de' | 'ar';
type Size = Readonly<typeof LAPTOP>;

/** The presale card of a landing page in `locale`. */
function saleOf(page: Page, locale: Tested): Locator {
  return page.getByRole('region', { name: word(locale, 'presale.title') });
}

/** Everything that a purchase needs, on a landing page in `locale`. */
function parts(page: Page, locale: Tested) {
  const sale = saleOf(page, locale);
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

/** The amounts for one tap are next to each other, and next to the minimum. */
async function seeQuickAmounts(page: Page, locale: Tested): Promise<void> {
  const quick = saleOf(page, locale).getByRole('button', { name: /50|100/ });
  await expect(quick).toHaveCount(3);
  const tops = await quick.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const minimum = saleOf(page, locale).getByText(word(locale, 'presale.minimum.effective').split('{')[0]?.trim() ?? '');
  const [text, button] = [await minimum.boundingBox(), await quick.first().boundingBox()];
  expect(text?.y).toBeLessThan((button?.y ?? 0) + (button?.height ?? 0));
}

/** Opens a landing page on a laptop, which shows the parts of a purchase at once, and then on a phone. */
async function seeParts(page: Page, locale: Tested): Promise<void> {
  await page.setViewportSize(LAPTOP);
  await page.goto(locale === 'en' ? '/' : `/${locale}`);
  const { amount, receive, button } = parts(page, locale);
  await test.step('they are on the first screen of a laptop', async () => {
    await expect(button).toBeEnabled();
    for (const part of [amount, receive, button]) await expect(part).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await seeQuickAmounts(page, locale);
  });
  await test.step('the title and the amount are on the first screen of a phone', async () => {
    await page.setViewportSize(PHONE);
    await expect(button).toBeEnabled();
    const title = page.getByRole('heading', { name: word(locale, 'presale.title') });
    for (const part of [title, amount]) await expect(part).toBeInViewport({ ratio: 1 });
    // A real site has no banner of a rehearsal.
    const banner = await page.getByRole('complementary', { name: word(locale, 'site.name') }).boundingBox();
    expect(((await title.boundingBox())?.y ?? 0) - (banner?.height ?? 0)).toBeLessThanOrEqual(500);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
  await test.step('what is bought, how, when and at what risk stands above them, all of it', async () => {
    const top = (await parts(page, locale).amount.boundingBox())?.y ?? 0;
    for (const key of ['transfer', 'credit', 'when', 'loss', 'nobody']) {
      const box = await page.getByText(word(locale, `landing.terms.${key}`)).boundingBox();
      expect(box?.y, key).toBeLessThan(top);
    }
  });
  await test.step('Join Presale leads to them on one screen of a phone', async () => {
    await page.getByRole('link', { name: word(locale, 'landing.join') }).click();
    for (const part of [amount, receive, button]) await expect(part).toBeInViewport({ ratio: 1 });
    const header = await page.getByRole('banner').boundingBox();
    const title = await page.getByRole('heading', { name: word(locale, 'presale.title') }).boundingBox();
    expect(title?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
  });
}

/** In a window of the size, scrolled to `place`, has an amount refused: the toast is next to the pressed button. */
async function refuse(page: Page, locale: Tested, size: Size, place: '#presale' | 'body'): Promise<void> {
  await page.setViewportSize(size);
  const sale = saleOf(page, locale);
  const button = sale.getByRole('button', { name: word(locale, 'presale.button.purchase') });
  await page.locator(place).evaluate((shown) => shown.scrollIntoView());
  await expect(button).toBeEnabled();
  await sale.getByRole('textbox').fill('0.0029');
  await button.click();
  const toast = page.getByRole('alert').filter({ hasText: word(locale, 'toast.invalidAmount.title') });
  await expect(toast).toBeInViewport({ ratio: 1 });
  const [pressed, shown] = [await button.boundingBox(), await toast.boundingBox()];
  if (pressed === null || shown === null) throw new Error('no button or no toast');
  expect(overlap(pressed, shown)).toBe(false);
  await toast.getByRole('button').click();
  await expect(toast).toBeHidden();
}

for (const locale of ['en', 'de', 'ar'] as const) {
  test.describe(locale, () => {
    test.use({ locale: LOCALES[locale].tag });

    test(`amount, tokens and purchase button share one screen of a laptop and a phone (${locale})`, async ({
      page,
    }) => {
      await seeParts(page, locale);
      if (locale === 'ar')
        await test.step('a refusal leaves the purchase button uncovered', async () => {
          await page.setViewportSize(LAPTOP);
          await parts(page, locale).button.click();
          await acceptInWallet(page, account);
          await refuse(page, locale, LAPTOP, 'body');
        });
      if (locale === 'en')
        await test.step('the selects and the token selector show the same choice, each with its icon [R2.065 R2.066 R2.067]', () =>
          chooseTwice(page));
    });
  });
}

/** Chooses a token by the selects of a laptop, then another one by the selector of a phone. */
async function chooseTwice(page: Page): Promise<void> {
  await page.setViewportSize(LAPTOP);
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
}

test.describe('with a wallet', () => {
  test.use({ locale: LOCALES.en.tag });

  test('a refusal leaves the purchase button uncovered, and the summary fits the screen, or shows its buttons without scrolling', async ({
    page,
  }) => {
    await openConnected(page);
    await setInOwnFonts(page);
    for (const size of [
      ...(IS_FULL ? [{ width: 1280, height: 900 }, LAPTOP] : []),
      { width: 1024, height: 768 },
      { width: 768, height: 1024 },
      PHONE,
    ])
      await test.step(`a refusal in a window of ${size.width} by ${size.height}`, () =>
        refuse(page, 'en', size, '#presale'));
    for (const size of [{ width: 1440, height: 900 }, { width: 768, height: 900 }, PHONE])
      await test.step(`the summary in a window of ${size.width} by ${size.height}`, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await fillCard(page, 1, 'ETH', '0.1');
        await pressPurchase(page);
        await page.setViewportSize(size);
        for (const name of ['Cancel', 'Continue to wallet'])
          await expect(summarySheet(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
        if (size.height === 900)
          expect(await summarySheet(page).evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight)).toBe(0);
        await summarySheet(page).getByRole('checkbox').check();
        await expect(summarySheet(page).getByRole('checkbox')).toBeInViewport({ ratio: 1 });
        await summarySheet(page).getByRole('button', { name: 'Cancel' }).click();
        await expect(card(page)).toBeVisible();
      });
  });
});

// The longest words of all.
for (const locale of ['de', 'ru'] as const)
  test(`the summary fits a laptop of 900 px with the operator's name, too (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await connectedBefore(page, await fundedWallet(1), 1);
    await page.goto(`/${locale}`);
    await setInOwnFonts(page);
    const sale = page.getByRole('region', { name: word(locale, 'presale.title') });
    const button = sale.getByRole('button', { name: word(locale, 'presale.button.purchase') });
    await expect(button).toBeEnabled();
    await sale.getByRole('textbox').fill('0.1');
    await button.click();
    const sheet = page.getByRole('dialog', { name: word(locale, 'pay.review.title') });
    await expect(sheet.getByRole('checkbox')).toBeVisible();
    const hidden = () => sheet.evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(await hidden()).toBe(0);
    // A fee with as many digits as fees have, which takes a second line.
    const fee = { '{amount}': '0,00012345', '{coin}': 'ETH', '{usd}': '12,34 $' };
    await sheet.locator('dd', { hasText: word(locale, 'pay.review.gasAbout').split('). ')[1] ?? '' }).evaluate(
      (line, text) => line.replaceChildren(text),
      Object.entries(fee).reduce(
        (text, [name, value]) => text.replace(name, value),
        word(locale, 'pay.review.gasAbout'),
      ),
    );
    // The row and the sentence of a build that names one.
    await sheet
      .getByText(word(locale, 'pay.review.nobody'))
      .evaluate((line, text) => line.replaceChildren(text), word(locale, 'pay.review.unpublished'));
    await sheet.evaluate(
      (box, [label = '', operator = '']) => {
        const [row, name, value] = ['div', 'dt', 'dd'].map((tag) => document.createElement(tag));
        name?.append(label);
        value?.append(operator);
        row?.append(name ?? '', value ?? '');
        box.querySelector('dl > .whole')?.before(row ?? '');
      },
      [word(locale, 'pay.review.seller'), OPERATOR],
    );
    await expect(sheet).toContainText(OPERATOR);
    expect(await hidden()).toBe(0);
  });
