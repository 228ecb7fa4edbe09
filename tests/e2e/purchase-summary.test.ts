import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { amountField, card, fillCard, pressPurchase, summarySheet } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { coveredTexts } from '#tests/support/browser/covered-texts.ts';
import { test } from '#tests/support/browser/test.ts';
import { rejectInWallet, walletWindow } from '#tests/support/browser/wallet.ts';
import type { Watch } from '#tests/support/browser/watch.ts';

/** Chain, coin, amount, full address, gas, tokens and locks are shown; the sheet closes with nothing sent. */
async function expectSummary(page: Page, walletCalls: Watch['walletCalls']): Promise<void> {
  const sheet = summarySheet(page);
  await expect(sheet).toContainText('You pay0.5 ETHValue: $2,256.74');
  await expect(sheet).toContainText('NetworkEthereum Mainnet');
  await expect(sheet).toContainText(
    new RegExp(`To the presale address${DEVELOPMENT_PRESALE_ADDRESS}Compare it.*whole\\.`, 'i'),
  );
  await expect(sheet).toContainText(
    /Network feeAbout 0\.\d+ ETH \((?!\$0\.00)(< )?\$\d+\.\d\d\)\. Your wallet shows its own figure\./,
  );
  // 0.5 × 4513.48 ÷ 0.013, whole tokens.
  await expect(sheet).toContainText('You receive173,595 SYNX');
  await expect(sheet).toContainText(/1 SYNX = \$0\.013Price updated \d+ s ago/);
  const risks = sheet.locator('.notes > li');
  await expect(risks.first()).toHaveText(/^You could lose everything you pay\./);
  await expect(risks.nth(1)).toHaveText(
    'Neither the operator nor the team has been named, and no audit report has been published.',
  );
  await expect(risks.first()).toHaveCSS('color', await sheet.evaluate((element) => getComputedStyle(element).color));
  await expect(sheet).toContainText('Your tokens are credited to your balance on this site, not to your wallet.');
  await expect(sheet).toContainText('Staked tokens are locked and cannot be withdrawn now.');
  await expect(walletWindow(page)).toBeHidden();

  await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  expect(walletCalls.map(({ method }) => method)).not.toContain('eth_sendTransaction');
}

/** The terms are asked for before the first purchase, and not again. */
async function acceptTerms(page: Page): Promise<void> {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/presale/purchase')) bodies.push(request.postDataJSON());
  });
  await pressPurchase(page);
  const sheet = summarySheet(page);
  const terms = sheet.getByRole('checkbox', { name: 'I have read and accept the terms of sale.' });
  await expect(sheet.getByRole('link', { name: 'Terms of sale' })).toHaveAttribute('href', '/terms');
  await sheet.getByRole('button', { name: 'Continue to wallet' }).click();
  await expect(sheet.getByText('Please accept the terms first.')).toBeInViewport({ ratio: 1 });
  expect(await coveredTexts(sheet)).toEqual([]);
  await expect(walletWindow(page)).toBeHidden();
  await terms.check();
  await sheet.getByRole('button', { name: 'Continue to wallet' }).click();
  await rejectInWallet(page);

  await pressPurchase(page);
  await expect(sheet).toContainText('You pay0.5 ETH');
  await expect(terms).toBeHidden();
  await sheet.getByRole('button', { name: 'Continue to wallet' }).click();
  await walletWindow(page).getByRole('button', { name: 'Confirm' }).click();
  await expect
    .poll(() => bodies)
    .toEqual([expect.objectContaining({ termsVersion: expect.stringMatching(/^\d{4}-/) })]);
}

/** A price that is too old once the visitor has read the sheet, which Enter in the amount opens, too. */
async function letPriceAge(page: Page): Promise<void> {
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  await amountField(page).press('Enter');
  const sheet = summarySheet(page);
  await expect(sheet).toContainText('Price updated');
  await page.clock.fastForward(61_000);
  await expect(sheet).toContainText('This price is more than a minute old.');
  const asked = page.waitForRequest('**/api/presale/pricing');
  await sheet.getByRole('button', { name: 'Update the price' }).click();
  await asked;
  await expect(sheet.getByRole('button', { name: 'Continue to wallet' })).toBeVisible();
  await expect(walletWindow(page)).toBeHidden();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet).toBeHidden();
}

test('a payment is summed up before the wallet opens: its effect, its price, and the terms', async ({
  page,
  watch,
}) => {
  watch.allow(/net::ERR_FAILED/);
  await page.clock.install();
  await test.step('a summary that cannot be loaded sends nothing and says so', async () => {
    // From the start: a part of the card that comes into view loads the same texts, and a page loads them once.
    await page.route('**/texts/en.json', (route) => route.abort());
    await openConnected(page);
    await fillCard(page, 1, 'ETH', '0.5');
    await pressPurchase(page);
    await expect(page.getByRole('alert')).toContainText('Not Loaded');
    await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
    await page.unroute('**/texts/en.json');
    await pressPurchase(page);
    await expect(summarySheet(page)).toBeVisible();
  });
  await test.step('shows chain, coin, amount, full address, gas, tokens and locks before the wallet opens', () =>
    expectSummary(page, watch.walletCalls));
  await test.step('all of it is in view on a laptop of 900 px, the risks and the terms among it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await pressPurchase(page);
    await expect(summarySheet(page)).toContainText('I have read and accept the terms of sale.');
    const hidden = await summarySheet(page).evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight);
    expect(hidden).toBe(0);
    await summarySheet(page).getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('on a small screen its buttons cover no text', async () => {
    await page.setViewportSize({ width: 390, height: 480 });
    await pressPurchase(page);
    await expect(summarySheet(page)).toContainText('Price updated');
    expect(await coveredTexts(summarySheet(page))).toEqual([]);
    await summarySheet(page).getByRole('button', { name: 'Cancel' }).click();
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step('a price that aged during the summary is read again before the wallet opens', () =>
    letPriceAge(page));
  await test.step('the terms are accepted once, before the first purchase, what is missing is in view, and their version goes with it', () =>
    acceptTerms(page));
});
