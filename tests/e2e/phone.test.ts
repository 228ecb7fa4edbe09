import { devices, expect, type Locator, type Page } from '@playwright/test';
import { encode } from 'uqr';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { LOCALES } from '#src/config/locales.ts';
import { card } from '#tests/support/browser/card.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { test } from '#tests/support/browser/test.ts';
import { connect, walletButton, walletWindow } from '#tests/support/browser/wallet.ts';
import { SIZED_LOCALES } from '#tests/support/sized.ts';

const [account] = DEVELOPMENT_ACCOUNTS;
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};
const { defaultBrowserType: __, ...desktop } = devices['Desktop Chrome'] ?? {};

const notice = (page: Page) => page.getByRole('dialog', { name: 'Desktop Required for Wallet Connection' });

/** The dark squares of a QR code, as column and row. */
function darkSquares(code: Locator): Promise<readonly string[]> {
  return code
    .locator('path')
    .evaluate((drawn) => [...(drawn.getAttribute('d') ?? '').matchAll(/M(\d+ \d+)/g)].map(([, at = '']) => at));
}

/** Those that a text has. */
function squaresOf(text: string): readonly string[] {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
}

test.describe('on a phone', () => {
  test.use(pixel);

  test('connecting is blocked by a window that says why and where to continue', async ({ page, watch }) => {
    await page.goto('/');
    const note = page.getByText('Only on a computer. Tap for the link.');
    await test.step('which the card says before the press', () => expect(note).toBeVisible());
    await test.step('the window and its text [R2.049 R2.050 R2.051 R2.052 R2.053]', async () => {
      await walletButton(page).tap();
      await expect(notice(page)).toBeVisible();
      await expect(notice(page).getByRole('heading', { name: 'Security Notice' })).toBeVisible();
      await expect(notice(page)).toContainText('Wallet connections are only for desktop or laptop.');
      await expect(notice(page).getByRole('listitem')).toHaveText([
        'Connect wallet',
        'Buy SYNX',
        'Dashboard and staking',
        'Presale',
      ]);
      await expect(notice(page).getByRole('textbox', { name: 'Link to this page' })).toHaveValue(page.url());
    });
    await test.step('it is closed by its button [R2.054]', async () => {
      await notice(page).getByRole('button', { name: 'I Understand' }).tap();
      await expect(notice(page)).toBeHidden();
      await expect(walletButton(page)).toHaveText('Connect Wallet');
    });
    await test.step('no other button connects either, and no wallet is asked [R1.036 R2.049]', async () => {
      await card(page).getByRole('button', { name: 'Connect Wallet' }).tap();
      await expect(notice(page)).toBeVisible();
      await page.goto('/staking');
      await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).tap();
      await expect(notice(page)).toBeVisible();
      await expect(walletWindow(page)).toBeHidden();
      expect(watch.walletCalls).toEqual([]);
    });
  });

  test('the window and its text are loaded only by the press', async ({ page }) => {
    const windows: string[] = [];
    page.on('request', (request) => {
      if (/wallet-windows|WalletWindow/.test(request.url())) windows.push(request.url());
    });
    await page.goto('/');
    await expect(card(page)).toContainText('1 SYNX = $0.013');
    expect(windows).toEqual([]);
    await walletButton(page).tap();
    await expect(notice(page)).toBeVisible();
    expect(windows.length).toBeGreaterThan(1);
  });

  test('the link can be sent to a computer', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/staking');
    await walletButton(page).tap();
    await notice(page).getByRole('button', { name: 'Copy link' }).tap();
    await expect(notice(page).getByRole('status')).toHaveText('Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });

  test('the link carries the chosen network, token and amount to a computer, and nothing of the visitor', async ({
    page,
    browser,
  }) => {
    await page.goto('/?ref=KILN');
    await card(page)
      .getByRole('button', { name: /ETH on Ethereum/ })
      .tap();
    const selector = page.getByRole('dialog', { name: 'Select a Token' });
    await selector.getByRole('button', { name: 'BSC' }).tap();
    await selector.getByRole('button', { name: /^USDC/ }).tap();
    await card(page).getByRole('textbox').fill('20.5');
    await walletButton(page).tap();
    const link = notice(page).getByRole('textbox', { name: 'Link to this page' });
    const { origin } = new URL(page.url());
    await expect(link).toHaveValue(`${origin}/#buy=56-USDC-20.5`);
    const code = notice(page).getByRole('img', { name: 'QR code of this link' });
    await expect(code).toBeVisible();
    expect(await darkSquares(code)).toEqual(squaresOf(await link.inputValue()));
    await expect(notice(page)).toContainText('nothing about you or a wallet');

    const computer = await browser.newContext({ ...desktop, serviceWorkers: 'block' });
    try {
      const there = await computer.newPage();
      await there.goto(await link.inputValue());
      await expect(card(there).getByRole('combobox', { name: 'Network' })).toHaveValue('56');
      await expect(card(there).getByRole('combobox', { name: 'Pay with' })).toHaveValue('USDC');
      await expect(card(there).getByRole('textbox')).toHaveValue('20.5');
      await expect(there).toHaveURL(`${origin}/#presale`);
    } finally {
      await computer.close();
    }
  });

  test('any address can be looked up from the window, without a wallet', async ({ page }) => {
    await page.goto('/ar');
    await walletButton(page).tap();
    const field = page.getByRole('dialog').getByLabel(word('ar', 'dashboard.lookup'));
    const lookUp = page.getByRole('dialog').getByRole('button', { name: word('ar', 'dashboard.lookup.go') });
    await field.fill('0x12');
    await lookUp.tap();
    await expect(page).toHaveURL('/ar');
    await field.fill(account);
    await lookUp.tap();
    await expect(page).toHaveURL(`/ar/dashboard?address=${account}`);
    await expect(page.getByText(word('ar', 'dashboard.watching'))).toBeVisible();
  });

  test('the window is in the language of the page [R2.050 R2.051 R2.052 R2.053 R2.054]', async ({ page }) => {
    test.slow();
    for (const locale of SIZED_LOCALES) {
      const say = (key: string) => word(locale, `wallet.desktop.${key}`);
      await page.goto(locale === 'en' ? '/staking' : `/${locale}/staking`);
      await walletButton(page).tap();
      const dialog = page.getByRole('dialog', { name: say('title') });
      await expect(dialog.getByRole('heading', { name: say('notice') })).toBeVisible();
      await expect(dialog).toContainText(say('text'));
      await expect(dialog.getByRole('listitem')).toHaveText(['connect', 'buy', 'dashboard', 'presale'].map(say));
      await expect(dialog).toHaveCSS('direction', LOCALES[locale].direction);
      await dialog.getByRole('button', { name: say('understand') }).tap();
      await expect(dialog).toBeHidden();
    }
  });

  test('if the text cannot be loaded the visitor is told, and can try again', { tag: '@long' }, async ({
    page,
    watch,
  }) => {
    watch.allow(/net::ERR_FAILED/);
    await page.route('**/wallet-windows/*', (route) => route.abort());
    await page.goto('/');
    await walletButton(page).tap();
    await expect(page.getByRole('alert')).toContainText('Connection Failed');
    await page.unroute('**/wallet-windows/*');
    await walletButton(page).tap();
    await expect(notice(page)).toBeVisible();
  });
});

test.describe('on a computer', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a narrow window with a touch screen connects like any other', async ({ page }) => {
    await page.goto('/');
    await connect(page, account);
    await expect(notice(page)).toBeHidden();
    await expect(page.getByText('Only on a computer. Tap for the link.')).toBeHidden();
  });
});
