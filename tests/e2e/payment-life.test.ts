import { expect, type Page } from '@playwright/test';
import { expectedTokens, waitForCredit } from '#tests/support/browser/api.ts';
import { amountField, card, tokenOf } from '#tests/support/browser/card.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil, stopTime } from '#tests/support/browser/pass-time.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { paymentPanel, shownHash, transactions } from '#tests/support/browser/payments.ts';
import { press, switches } from '#tests/support/browser/rehearsal.ts';
import { test } from '#tests/support/browser/test.ts';
import { listToasts, toast } from '#tests/support/browser/toasts.ts';

const ETH = tokenOf(1, 'ETH');
const TRACK = /^\/track\?hash=0x[0-9a-f]{64}&chain=1$/;

/** Words that are untrue of a payment without its sixth confirmation. */
async function expectNotCredited(page: Page): Promise<void> {
  await expect(page.getByText(/Credited here|The payment is credited|You can stake these tokens/)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Stake Now' })).toBeHidden();
}

/** What a payment under way has the card say when the page that sent it is gone, or is another tab. */
async function expectUnderWay(page: Page): Promise<void> {
  await expect(paymentPanel(page).getByRole('status')).toHaveText(/^Confirmations 1\/6$/);
  await expect(card(page)).toContainText('Your payment 1 ETH');
  await expect(card(page)).toContainText('Confirming 1/6');
  await expect(card(page)).toContainText('An earlier payment of yours has not been credited yet. Do not pay again');
  await expect(card(page)).not.toContainText('Your payment has been sent.');
  await expect(card(page).getByRole('link', { name: 'Check the status of your payment' })).toHaveAttribute(
    'href',
    TRACK,
  );
  await expectNotCredited(page);
  // Another payment takes one press more.
  await expect(amountField(page)).toBeHidden();
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeHidden();
  await expect(card(page).getByRole('button', { name: 'Buy More' })).toBeEnabled();
}

test('a payment under way is told alike just now, in another tab, after a reload, in the lists and on /track', {
  tag: '@long',
}, async ({ page, request, watch }) => {
  // A new tab is empty before it opens the site, and an empty page has no storage.
  watch.allow(/Access is denied for this document/);
  // The feed shows the last three credits: this one must not come together with those of earlier payments.
  await mine(1, 6);
  const wallet = await openWithClock(page);
  const tokens = await expectedTokens(request, ETH, '1');
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(card(other)).toContainText('Balance: ');
  const before = await card(other).getByText('SYNX left in this phase').textContent();

  await page.bringToFront();
  await payEth(page);
  await expect(paymentPanel(page).getByRole('status')).toHaveText(/^Confirmations [01]\/6$/);
  await expect(card(page)).toContainText(/Confirming [01]\/6/);
  await expect(card(page).getByRole('button', { name: 'Stake Now' })).toBeDisabled();
  await expectNotCredited(page);

  await other.bringToFront();
  await expectUnderWay(other);
  await expect(toast(other)).toBeHidden();
  await page.bringToFront();
  await page.reload();
  await expectUnderWay(page);
  await card(page).getByRole('button', { name: 'Buy More' }).click();
  await expect(amountField(page)).toBeFocused();
  await expect(amountField(page)).toHaveValue('');
  await expect(card(page)).toContainText('An earlier payment of yours');
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  await expect(card(page).getByRole('button', { name: 'Buy More' })).toBeHidden();

  await card(page).getByRole('button', { name: 'My transactions' }).click();
  await expect(transactions(page).getByRole('listitem')).toContainText('Confirmations 1/6');
  await expect(transactions(page).getByRole('link', { name: 'Receipt' })).toBeHidden();
  await page.keyboard.press('Escape');

  const credited = `Tokens Credited${tokens.toLocaleString('en')} SYNX`;
  const told = [await listToasts(page), await listToasts(other)];
  const feed = card(page).getByRole('region', { name: 'Latest purchases' });
  const own = new RegExp(`${wallet.slice(0, 6)}…${wallet.slice(-4)} bought`, 'i');
  await expect(feed).toBeVisible();
  await expect(feed).not.toContainText(own);
  await stopTime(page);
  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  // Server and browser keep answers for a second of real time, of which the page's says nothing.
  const activity = () => page.evaluate(async () => (await fetch('/api/presale/activity')).text());
  await expect.poll(activity).toMatch(new RegExp(wallet.slice(-4), 'i'));
  await passTimeUntil(page, paymentPanel(page).getByRole('status'), 'The payment is credited.');
  // What the credit changed shows without waiting for the next poll, which is up to a minute away.
  await passTimeUntil(page, feed, own, 5);
  await expect(card(page).getByText('SYNX left in this phase')).not.toHaveText(before ?? '');
  await page.clock.resume();
  await passTimeUntil(other, paymentPanel(other).getByRole('status'), 'The payment is credited.');
  for (const list of told) await expect.poll(list).toEqual([expect.stringContaining(credited)]);
  await expect(paymentPanel(page).getByRole('status')).toHaveText('The payment is credited.');
  await expect(paymentPanel(page).getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    /^\/receipt\?id=1-0x[0-9a-f]{64}-coin$/,
  );
  await expect(card(page)).not.toContainText('An earlier payment of yours');
  await other.bringToFront();
  await expect(paymentPanel(other).getByRole('status')).toHaveText('The payment is credited.');
  await expect(card(other)).not.toContainText('An earlier payment of yours');
  await expect(card(other).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  for (const list of told) await expect.poll(list).toHaveLength(1);

  await other.goto('/dashboard');
  const row = other.getByRole('row').filter({ hasText: '1 ETH' });
  await expect(row).toContainText('Credited');
  await row.getByRole('link', { name: /^Details/ }).click();
  await expect(other.getByRole('heading', { name: /^Credited|^Final/ })).toBeVisible();
  await page.bringToFront();
  await card(page).getByRole('button', { name: 'My transactions' }).click();
  await transactions(page).getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('main')).toContainText(tokens.toLocaleString('en'));
});

/** Pays while the server is disconnected from the chains, which the card must not take for a lost block. */
async function payUnseen(page: Page): Promise<void> {
  await press(page, 'Disconnect the server from the chains');
  await payEth(page);
  await shownHash(page);
  await mine(1, 5);
  await passTimeUntil(page, paymentPanel(page).getByRole('status'), 'Confirmations 6/6');
  await passTimeUntil(page, paymentPanel(page), 'This is taking longer than usual.');
  await expect(paymentPanel(page)).not.toContainText('The network removed the block');
  await expect(card(page)).toContainText('Confirming 6/6');
  await expectNotCredited(page);
  await press(page, 'Disconnect the server from the chains');
}

/** Pays while the API is stopped too; returns once it has recorded the payment. */
async function payUnrecorded(page: Page): Promise<void> {
  await press(page, 'Disconnect the server from the chains');
  await expect(switches(page)).toContainText(/The server cannot reach the chains for another \d+ s\./);
  await press(page, 'Stop the API');
  await payEth(page);
  await expect(paymentPanel(page)).toContainText('Our server has not received the hash yet.');
  await expect(paymentPanel(page)).toContainText('Do not pay a second time.');
  await press(page, 'Stop the API');
  await page.clock.fastForward(2_000);
  await expect(paymentPanel(page)).toContainText('Confirmations 0/6');
  await press(page, 'Disconnect the server from the chains');
}

test('a server that is disconnected from the chains says nothing of a block that left the chain, and no payment is lost', {
  tag: '@long',
}, async ({ page, request, watch }) => {
  watch.allow(/net::ERR_EMPTY_RESPONSE|net::ERR_CONNECTION/);
  const wallet = await openWithClock(page);
  const tokens = await expectedTokens(request, ETH, '1');
  await payUnseen(page);
  await waitForCredit(request, wallet, tokens);
  await passTimeUntil(page, paymentPanel(page).getByRole('status'), 'The payment is credited.');

  await card(page).getByRole('button', { name: 'Buy More' }).click();
  await test.step('a payment survives a stopped API, a disconnected server, and a reorganisation', async () => {
    await payUnrecorded(page);
    await mine(1, 5);
    await waitForCredit(request, wallet, 2n * tokens);
    await press(page, 'Reorganise the chain');
    await expect(switches(page)).toContainText('Blocks replaced: 6.');
    await waitForCredit(request, wallet, tokens);
    await mine(1, 5);
    await waitForCredit(request, wallet, 2n * tokens);
    await passTimeUntil(page, paymentPanel(page).getByRole('status'), 'The payment is credited.');
  });
});
