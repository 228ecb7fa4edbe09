import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/dev/accounts.ts';
import { expectedTokens, stakingBalance, waitForCredit } from '#tests/support/browser/api.ts';
import { card, fillCard, purchase, tokenOf } from '#tests/support/browser/card.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { paymentPanel, transactions } from '#tests/support/browser/payments.ts';
import { press, switches } from '#tests/support/browser/rehearsal.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { connectedBefore } from '#tests/support/browser/wallet.ts';

const ETH = tokenOf(1, 'ETH');

/** Lets the page look again every ten seconds of its time, until it shows this; the server notices at its own pace. */
async function lookUntil(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(paymentPanel(page).getByRole('status')).toHaveText(text, { timeout: 1_000 });
  }).toPass();
}

test('the switches refuse in the wallet and put it on another network', async ({ page }) => {
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
  await press(page, "Change the wallet's network");
  await reloaded;
  await expect(card(page).getByRole('button', { name: 'Wrong network: switch to Ethereum' })).toBeVisible();
});

test('a payment sped up in the wallet is shown as replaced, and the one in its place is credited', async ({
  page,
  request,
}) => {
  const wallet = await openWithClock(page);
  const tokens = await expectedTokens(request, ETH, '1');
  await press(page, 'Hold the next payment back');
  await payEth(page);
  await expect(paymentPanel(page)).toContainText('Confirmations 0/6');
  await press(page, 'Speed up');
  await expect(switches(page)).toContainText('Done. The site notices by itself.');
  await lookUntil(page, 'Another payment took the place of this transaction.');
  await expect(toast(page)).toContainText('Transaction FailedAnother payment took the place of this transaction.');
  await expect(toast(page).getByRole('link', { name: 'Track this payment' })).toHaveAttribute(
    'href',
    /^\/track\?hash=0x[0-9a-f]{64}&chain=1$/,
  );
  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  await card(page).getByRole('button', { name: 'My transactions' }).click();
  await expect(transactions(page)).toContainText('The payment is credited.');
});

test('a payment cancelled in the wallet is shown as cancelled, and nothing is credited', async ({ page, request }) => {
  const wallet = await openWithClock(page);
  await press(page, 'Hold the next payment back');
  await payEth(page);
  await expect(paymentPanel(page)).toContainText('Confirmations 0/6');
  await press(page, 'Cancel it');
  await lookUntil(page, 'The transaction was cancelled; nothing was paid.');
  await expect(paymentPanel(page).getByRole('listitem').nth(2)).toContainText('Failed');
  await expect(toast(page)).toContainText('The transaction was cancelled; nothing was paid.');
  expect(await stakingBalance(request, wallet)).toMatchObject({ availableToStake: '0' });
});

test('a payment survives a stopped API, a server cut off from the chains, and a reorganisation', async ({
  page,
  request,
  watch,
}) => {
  watch.allow(/net::ERR_EMPTY_RESPONSE|net::ERR_CONNECTION/);
  const wallet = await openWithClock(page);
  const tokens = await expectedTokens(request, ETH, '1');
  await press(page, 'Cut the server off from the chains');
  await expect(switches(page)).toContainText(/The server cannot read the chains for another \d+ s\./);
  await press(page, 'Stop the API');
  await payEth(page);
  await expect(paymentPanel(page)).toContainText('Our server did not take the hash yet.');
  await press(page, 'Stop the API');
  await page.clock.fastForward(2_000);
  await expect(paymentPanel(page)).toContainText('Confirmations 0/6');
  await press(page, 'Cut the server off from the chains');
  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  await press(page, 'Reorganise the chain');
  await expect(switches(page)).toContainText('Blocks replaced: 6.');
  await waitForCredit(request, wallet, 0n);
  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  await lookUntil(page, 'The payment is credited.');
});

test('the page of the test network asks for its state and offers the rehearsal in the language of the page', async ({
  page,
}) => {
  await page.goto('/de/testnet');
  await expect(page.getByRole('status').filter({ hasText: 'Kein Testnetz ist angekündigt.' })).toBeVisible();
  const panel = page.getByRole('heading', { name: 'Etwas schiefgehen lassen' }).locator('..');
  await panel.getByRole('button', { name: 'Wertlose Coins holen' }).click();
  await expect(panel).toContainText('Verbinden Sie zuerst die Probe-Wallet.');
  await connectedBefore(page, DEVELOPMENT_ACCOUNTS[5], 1);
  await page.reload();
  const given = page.waitForResponse('**/api/testnet/faucet');
  await panel.getByRole('button', { name: 'Wertlose Coins holen' }).click();
  expect((await given).status()).toBe(200);
  await expect(panel).toContainText('Die Wallet hat neue Coins und Token auf allen drei Netzwerken.');
});
