import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { expectedTokens, waitForCredit } from '#tests/support/browser/api.ts';
import { card, fillCard, purchase, tokenOf } from '#tests/support/browser/card.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { openSteps, paymentPanel, shownHash, transactions } from '#tests/support/browser/payments.ts';
import { press, switches } from '#tests/support/browser/rehearsal.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { connectedBefore } from '#tests/support/browser/wallet.ts';

const ETH = tokenOf(1, 'ETH');

/** Advances the page's clock by ten seconds at a time, until it shows this; the server notices at its own pace. */
async function lookUntil(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(paymentPanel(page).getByRole('status')).toHaveText(text, { timeout: 1_000 });
  }).toPass();
}

test('the switches reject in the wallet and put it on another network', { tag: '@long' }, async ({ page }) => {
  await openWithClock(page);
  await press(page, 'Reject the next request');
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await expect(toast(page)).toContainText('Transaction Cancelled');
  await expect(paymentPanel(page)).toBeHidden();
  await expect(switches(page).getByRole('button', { name: 'Reject the next request' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  const reloaded = page.waitForEvent('load');
  await press(page, 'Switch the wallet’s network');
  await reloaded;
  await expect(card(page).getByRole('button', { name: 'Wrong network: switch to Ethereum' })).toBeVisible();
});

test('a payment sped up in the wallet is followed to its credit: on the page, in the lists and on /track', {
  tag: '@long',
}, async ({ page, request }) => {
  const wallet = await openWithClock(page);
  const tokens = await expectedTokens(request, ETH, '1');
  await press(page, 'Hold the next payment');
  await payEth(page);
  const panel = paymentPanel(page);
  const old = await shownHash(page);
  await expect(panel).toContainText('Confirmations 0/6');
  await press(page, 'Speed up');
  await expect(switches(page)).toContainText('Done. The site will notice automatically.');
  await passTimeUntil(page, toast(page), 'Transaction ReplacedYour payment was sped up or changed in your wallet.');
  await expect(panel.getByRole('status')).toHaveText(/Confirmations [1-5]\/6/);
  await expect(panel).toContainText('Sped up or changed in your wallet. This is the new transaction');
  await expect(panel.getByRole('listitem').filter({ hasText: 'Failed' })).toHaveCount(0);
  await expect(card(page)).toContainText('This payment was sped up or changed in your wallet.');
  await expect(card(page).getByRole('textbox')).toBeHidden();
  const quick = await shownHash(page);
  expect(quick).not.toBe(old);

  await page.reload();
  await expect(panel.getByRole('status')).toHaveText(/Confirmations [1-5]\/6/);
  await openSteps(page);
  await expect(panel).toContainText('Sped up or changed in your wallet. This is the new transaction');
  await expect(panel).toContainText('1 ETH');
  await expect(card(page)).toContainText('An earlier payment of yours has not been credited yet.');
  expect(await shownHash(page)).toBe(quick);

  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  await passTimeUntil(page, toast(page), `Tokens Credited${tokens.toLocaleString('en')} SYNX`);
  await expect(panel.getByRole('status')).toHaveText('The payment is credited.');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('synx_payment:');
  await card(page).getByRole('button', { name: 'My transactions' }).click();
  const items = transactions(page).getByRole('listitem');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText('1 ETH');
  await expect(items).toContainText('The payment is credited.');
  await expect(items).toContainText('Sped up or changed in your wallet.');
  await expect(items).toContainText(quick);
  await expect(items).not.toContainText('an unlisted token');

  await page.goto(`/track?hash=${old}&chain=1`);
  await expect(page.getByText('The transaction you searched for was sped up or changed in the wallet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Credited|^Final/ })).toBeVisible();
  await page.goto('/dashboard');
  const replaced = page.getByRole('row').filter({ hasText: 'Replaced' });
  await expect(replaced).toContainText('This transaction was replaced by another payment.');
  await expect(replaced).not.toContainText('an unlisted token');
  await expect(replaced.getByRole('link', { name: 'Track the new transaction' })).toHaveAttribute(
    'href',
    `/track?hash=${quick}&chain=1`,
  );
});

/** A held payment is sped up while the page is open again: its balance is lowered by that block. */
async function speedUpAfterReload(page: Page): Promise<string> {
  await press(page, 'Hold the next payment');
  await payEth(page);
  // Before the wallet has answered, the page knows of no payment to keep.
  await shownHash(page);
  await page.reload();
  await card(page).getByRole('button', { name: 'Buy More' }).click();
  await expect(card(page)).toContainText('Balance: 1,000,000 ETH');
  await press(page, 'Speed up');
  await expect(switches(page)).toContainText('Done. The site will notice automatically.');
  await mine(1, 5);
  await lookUntil(page, 'The payment is credited.');
  await expect(card(page)).toContainText('Balance: 999,998.');
  return shownHash(page);
}

test('a payment sped up after a reload lowers the balance; one sped up with no page open is found at the next visit', {
  tag: '@long',
}, async ({ page, request }) => {
  const wallet = await openWithClock(page);
  const tokens = await expectedTokens(request, ETH, '1');
  const first = await test.step('a payment that gets its block after a reload lowers the balance on the card', () =>
    speedUpAfterReload(page));
  await waitForCredit(request, wallet, tokens);
  await test.step('a payment sped up while its page is closed is found credited at the next visit', async () => {
    await press(page, 'Hold the next payment');
    await payEth(page);
    const old = await shownHash(page);
    await expect(paymentPanel(page)).toContainText('Confirmations 0/6');
    expect(old).not.toBe(first);
    const switched = page.waitForResponse('**/rehearsal/held/**');
    await press(page, 'Speed up');
    await switched;
    // A file of the site that runs nothing, so that nothing looks after the payment.
    await page.goto('/robots.txt');
    await mine(1, 5);
    await waitForCredit(request, wallet, 2n * tokens);
    await page.goto('/faq');
    await expect(toast(page)).toContainText(`Tokens Credited${tokens.toLocaleString('en')} SYNX`);
    await expect(paymentPanel(page).getByRole('status')).toHaveText('The payment is credited.');
    await openSteps(page);
    await expect(paymentPanel(page)).toContainText('Sped up or changed in your wallet. This is the new transaction');
    expect([first, old]).not.toContain(await shownHash(page));
  });
});

test('the page of the test network reads its state and offers the rehearsal in the language of the page', async ({
  page,
}) => {
  await page.goto('/de/testnet');
  await expect(page.getByRole('status').filter({ hasText: 'wurde kein Testnet bekannt gegeben.' })).toBeVisible();
  const panel = page.getByRole('heading', { name: 'Störung simulieren' }).locator('..');
  await panel.getByRole('button', { name: 'Wertlose Coins holen' }).click();
  await expect(panel).toContainText('Verbinden Sie zuerst die Probe-Wallet.');
  await connectedBefore(page, DEVELOPMENT_ACCOUNTS[5], 1);
  await page.reload();
  const given = page.waitForResponse('**/api/testnet/faucet');
  await panel.getByRole('button', { name: 'Wertlose Coins holen' }).click();
  expect((await given).status()).toBe(200);
  await expect(panel).toContainText('Die Wallet hat neue Coins und Token auf allen drei Netzwerken.');
});
