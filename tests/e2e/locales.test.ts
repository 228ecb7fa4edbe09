import { expect, type Page } from '@playwright/test';
import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type Locale } from '#src/config/locales.ts';
import { dictionary, word } from '#tests/support/browser/dictionary.ts';
import { test } from '#tests/support/browser/test.ts';
import { SIZED_LOCALES } from '#tests/support/sized.ts';

const WIDTHS = [320, 390, 1440];
const ENGLISH = Object.values(dictionary(DEFAULT_LOCALE));

/** Every text a visitor of the page may see or hear. */
async function texts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.closest('script, style, noscript, [lang]:not(html)') === null)
        found.push(node.textContent ?? '');
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    return found.map((text) => text.trim()).filter((text) => text !== '');
  });
}

/** The page's own text comes from the dictionary, and its English is marked as English. */
async function expectOwnWords(page: Page, locale: Locale): Promise<void> {
  const own = new Set(Object.values(dictionary(locale)));
  const foreign = new Set(ENGLISH.filter((text) => !own.has(text)));
  expect((await texts(page)).filter((text) => foreign.has(text))).toEqual([]);
}

/** Labels of the price ladder that are wider than their step, which would show another price. */
async function labelsBeyondStep(page: Page): Promise<string[]> {
  return page.locator('.ladder > svg text').evaluateAll((labels) =>
    (labels as SVGTextElement[])
      .filter((label) => {
        const step = label.parentElement?.querySelector('rect');
        return label.getComputedTextLength() > (step?.getBoundingClientRect().width ?? 0);
      })
      .map(({ textContent }) => textContent),
  );
}

/** Names of the supply bar that are neither inside their part nor wholly below the bar, or that touch another one. */
async function namesOutOfPlace(page: Page): Promise<string[]> {
  return page.locator('.supply > svg').evaluateAll((parts) => {
    const placed = parts.map((part) => {
      const name = part.querySelector('p > span');
      const [bar, plate] = [part.querySelector('rect'), name].map((one) => one?.getBoundingClientRect());
      if (name === null || bar === undefined || plate === undefined) throw new Error('a part without its name');
      return { text: name.textContent, bar, plate };
    });
    const isWithin = (one: DOMRect, other: DOMRect) =>
      one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;
    const touches = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    return placed
      .filter(
        ({ bar, plate }) =>
          !(isWithin(plate, bar) || (plate.top >= bar.bottom && plate.left >= 0 && plate.right <= innerWidth)) ||
          placed.some((other) => other.plate !== plate && touches(other.plate, plate)),
      )
      .map(({ text }) => text);
  });
}

/** Nothing is wider than the window, on a small phone, a phone and a desktop, and no label beyond what it names. */
async function expectNoOverflow(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `at ${width} px`).toBe(0);
    expect(await labelsBeyondStep(page), `at ${width} px`).toEqual([]);
    expect(await namesOutOfPlace(page), `at ${width} px`).toEqual([]);
  }
}

for (const locale of LOCALE_CODES) {
  const at = (path: string) => (locale === DEFAULT_LOCALE ? path : `/${locale}${path === '/' ? '' : path}`);
  const t = (key: string) => word(locale, key);

  test(`${locale}: landing and staking speak the language, run without errors and fit [R1.041 R1.042]`, {
    tag: SIZED_LOCALES.includes(locale) ? [] : '@long',
  }, async ({ page }) => {
    await page.goto(at('/'));
    const html = page.locator('html');
    await expect(html).toHaveAttribute('lang', locale);
    await expect(html).toHaveAttribute('dir', LOCALES[locale].direction);
    await expect(page).toHaveTitle(t('landing.title'));
    await expect(page.getByRole('heading', { name: t('landing.heading') })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button')).toHaveText(t('wallet.connect'));
    const card = page.getByRole('region', { name: t('presale.title') });
    await expect(card.getByRole('heading', { name: t('presale.title') })).toBeVisible();
    await expect(card.getByRole('button', { name: t('wallet.connect') })).toBeEnabled();
    await expect(card.getByRole('button', { name: t('presale.max') })).toBeVisible();
    await expect(card.getByRole('combobox', { name: t('presale.chain') })).toBeVisible();
    await expect(card.getByRole('combobox', { name: t('presale.token') })).toBeVisible();
    await expect(card).toContainText(t('presale.receive'));
    await expect(card).toContainText(/0[.,]013/);
    const recount = card.getByRole('link', { name: t('presale.recountLink') });
    await expect(recount).toHaveAttribute('href', `${at('/verify')}#recount`);
    await expectOwnWords(page, locale);
    await expectNoOverflow(page);

    await page.goto(at('/staking'));
    await expect(html).toHaveAttribute('dir', LOCALES[locale].direction);
    await expect(page).toHaveTitle(t('staking.title'));
    await expect(page.getByRole('heading', { name: t('staking.balance.title') })).toBeVisible();
    // Between Chinese and Japanese letters, brackets are full-width and without a space.
    const aside = ['ja', 'zh'].includes(locale) ? `（${t('staking.engage')}）` : ` (${t('staking.engage')})`;
    const engage = page.getByRole('button', { name: `${t('staking.stakeNow')}${aside}`, exact: true });
    await engage.click();
    await expect(page.getByText(t('toast.stakeWalletNotConnected.title'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('staking.withdraw'), exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: t('staking.harvest'), exact: true })).toBeDisabled();
    await expectOwnWords(page, locale);
    await expectNoOverflow(page);
  });
}
