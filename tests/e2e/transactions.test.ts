import { expect, type Page } from '@playwright/test';
import { card, fillCard, purchase } from '#tests/support/browser/card.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { fundedWallet, giveCoins } from '#tests/support/browser/local-chains.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { transactions } from '#tests/support/browser/payments.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet, connectedBefore, expectConnected } from '#tests/support/browser/wallet.ts';

/** Buys; an event tells the page of it. */
async function expectEvent(page: Page, wallet: string): Promise<void> {
  await fillCard(page, 1, 'ETH', '0.5');
  const told = page.evaluate(
    () =>
      new Promise((resolve) => addEventListener('synx:purchase', (event) => resolve((event as CustomEvent).detail))),
  );
  await purchase(page);
  await confirmInWallet(page);
  expect(await told).toEqual({
    walletAddress: expect.stringMatching(new RegExp(`^${wallet}$`, 'i')),
    tokenAmount: '173595',
    paymentMethod: 'ETH',
    usdAmount: '2256.74',
  });
}

/** After a reload the list has the payments of the API and those that only this browser knows, by network. */
async function expectList(page: Page, wallet: string, tokens: bigint): Promise<void> {
  await page.reload();
  await expectConnected(page, wallet);
  // The page comes back where it was left, below the card, which loads once it is near the screen.
  await page.evaluate(() => scrollTo(0, 0));
  await card(page).getByRole('button', { name: 'My transactions' }).click();
  const items = transactions(page).getByRole('listitem');
  await expect(items.filter({ hasText: '1 ETH' })).toHaveCount(1);
  const bought = items.filter({ hasText: 'BNB' });
  await expect(bought).toContainText(`1 BNB${tokens.toLocaleString('en')} SYNX`);
  await expect(bought).toContainText('The payment is credited.');
  await expect(bought.getByRole('link', { name: 'Track this payment' })).toHaveAttribute('href', /&chain=56$/);
  await expect(bought.getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    /^\/receipt\?id=56-0x[0-9a-f]{64}-coin$/,
  );

  await transactions(page).getByRole('button', { name: 'BSC' }).click();
  await expect(items).toHaveCount(1);
  await transactions(page).getByRole('button', { name: 'Polygon' }).click();
  await expect(transactions(page)).toContainText('No transactions yet.');
  await page.keyboard.press('Escape');
  await expect(transactions(page)).toBeHidden();
  await expect(card(page).getByRole('button', { name: 'My transactions' })).toBeFocused();
}

test('lists the wallet’s payments by the API and this browser’s, also after a reload, by network', async ({
  page,
  request,
  watch,
}) => {
  watch.allow(/net::ERR_FAILED/);
  const wallet = await fundedWallet(1);
  await giveCoins(56, wallet, '4096');
  const tokens = await creditWallet(request, wallet, 1);
  await connectedBefore(page, wallet, 1);
  await page.goto('/');
  await expectConnected(page, wallet);
  await test.step('a purchase notifies the page by an event with its four fields [R7.063]', () =>
    expectEvent(page, wallet));
  await card(page).getByRole('button', { name: 'Buy More' }).click();
  await page.route('**/api/presale/purchase', (route) => route.abort());
  await payEth(page);
  await expect(toast(page)).toContainText('Purchase Failed');

  await test.step('says so when the API cannot be reached, and still shows the browser’s payments', async () => {
    await page.route('**/api/track/wallet/**', (route) => route.abort());
    await card(page).getByRole('button', { name: 'My transactions' }).click();
    await expect(transactions(page)).toContainText('Your transactions are unavailable at the moment.');
    await expect(transactions(page).getByRole('listitem').filter({ hasText: '1 ETH' })).toHaveCount(1);
    await page.unroute('**/api/track/wallet/**');
  });
  await expectList(page, wallet, tokens);
});

test('opens on every page by an event, and without a wallet asks to connect one', async ({ page }) => {
  await page.goto('/faq');
  await page.evaluate(() => dispatchEvent(new Event('synx:transactions')));
  await expect(transactions(page)).toContainText('Connect your wallet to see its earlier payments.');
  await expect(transactions(page)).toContainText('No transactions yet.');
  await transactions(page).getByRole('button', { name: 'Close' }).click();
  await expect(transactions(page)).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('synx:transactions')));
  await expect(transactions(page)).toBeVisible();
});
