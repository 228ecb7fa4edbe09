import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/dev/accounts.ts';
import { expectedTokens, waitForCredit } from '#tests/support/browser/api.ts';
import { card, fillCard, purchase, tokenOf } from '#tests/support/browser/card.ts';
import { chainClient, fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { paymentPanel, transactions } from '#tests/support/browser/payments.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet, connectedBefore, expectConnected, rejectInWallet } from '#tests/support/browser/wallet.ts';
import { call } from '#tests/support/test-chains.ts';

const ETH = tokenOf(1, 'ETH');
const GWEI = 10n ** 9n;

async function open(page: Page): Promise<string> {
  await page.clock.install();
  const wallet = await fundedWallet(1);
  await connectedBefore(page, wallet, 1);
  await page.goto('/');
  await expectConnected(page, wallet);
  return wallet;
}

/** Pays 1 ETH, whose transaction stays in the pool; returns its hash. */
async function payUnmined(page: Page): Promise<string> {
  await call(chainClient(1), 'evm_setAutomine', [false]);
  const posted = page.waitForRequest('**/api/presale/purchase');
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await confirmInWallet(page);
  const { transactionHash } = (await posted).postDataJSON() as { transactionHash: string };
  await expect(paymentPanel(page)).toContainText('Confirmations 0/6');
  return transactionHash;
}

/** What a wallet's "speed up" and "cancel" do: another transaction with the same number and a higher fee. */
async function replace(from: string, hash: string, to: string, value: bigint): Promise<void> {
  const client = chainClient(1);
  const { nonce } = await call<{ nonce: string }>(client, 'eth_getTransactionByHash', [hash]);
  const fee = `0x${(100n * GWEI).toString(16)}`;
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee };
  await call(client, 'eth_sendTransaction', [
    { from, to, value: `0x${value.toString(16)}`, nonce, gas: '0x5208', ...fees },
  ]);
  await call(client, 'evm_setAutomine', [true]);
  await mine(1, 1);
}

/** Lets the page look again every ten seconds of its time, until it shows this; the server finds a replacement when it next looks itself. */
async function lookUntil(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(paymentPanel(page).getByRole('status')).toHaveText(text, { timeout: 1_000 });
  }).toPass();
}

test.afterEach(() => call(chainClient(1), 'evm_setAutomine', [true]));

test('the overlay loads with the first payment and leads from the wallet to the credit [R2.081]', async ({
  page,
  request,
}) => {
  const loaded: string[] = [];
  page.on('request', (asked) => loaded.push(new URL(asked.url()).pathname));
  const wallet = await open(page);
  const tokens = await expectedTokens(request, ETH, '1');
  await expect(paymentPanel(page)).toBeHidden();
  expect(loaded.some((path) => path.includes('/Payments'))).toBe(false);

  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  const panel = paymentPanel(page);
  await expect(panel.getByRole('status')).toHaveText('Waiting for your wallet');
  await expect(panel).toContainText('If you reject it, nothing is sent.');
  await confirmInWallet(page);
  await expect(panel.getByRole('status')).toHaveText(/Confirmations [01]\/6/);
  await expect(panel.getByRole('listitem')).toHaveText([
    /Waiting for your wallet.*Done/,
    /Recording the payment.*Done/,
    /Confirmations [01]\/6.*In progress/,
    /Tokens credited.*Still to come/,
  ]);
  await expect(panel).toContainText(/0x[0-9a-f]{64}/);
  await expect(panel.getByRole('link', { name: 'Track this payment' })).toHaveAttribute(
    'href',
    /^\/track\?hash=0x[0-9a-f]{64}&chain=1$/,
  );
  await expect(panel).toContainText(/Time: \d+:\d\d/);
  await expect(panel).toContainText('You may close this page.');

  await panel.getByRole('button', { name: 'Minimise' }).click();
  await expect(panel.getByRole('list')).toBeHidden();
  await card(page).getByRole('button', { name: 'Refresh prices' }).click();
  await expect(toast(page)).toContainText('Refresh Complete');
  await panel.getByRole('button', { name: 'Show steps' }).click();

  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  await page.clock.fastForward(10_000);
  await expect(panel.getByRole('status')).toHaveText('The payment is credited.');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
});

test('a payment that is rejected in the wallet leaves no steps behind', async ({ page }) => {
  await open(page);
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await expect(paymentPanel(page)).toBeVisible();
  await rejectInWallet(page);
  await expect(paymentPanel(page)).toBeHidden();
});

test('a hash the API does not take is shown as kept, and recorded by itself later', async ({
  page,
  watch,
  request,
}) => {
  watch.allow(/net::ERR_FAILED/);
  const wallet = await open(page);
  const tokens = await expectedTokens(request, ETH, '1');
  await page.route('**/api/presale/purchase', (route) => route.abort());
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await confirmInWallet(page);
  const panel = paymentPanel(page);
  await expect(panel).toContainText('Our server did not take the hash yet.');
  await expect(panel).toContainText('Do not pay a second time.');
  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  await page.unroute('**/api/presale/purchase');
  await page.clock.fastForward(10_000);
  await expect(panel.getByRole('status')).toHaveText('The payment is credited.');
});

test('a payment sped up in the wallet is shown as replaced, and the one in its place is credited', async ({
  page,
  request,
}) => {
  const wallet = await open(page);
  const tokens = await expectedTokens(request, ETH, '1');
  const hash = await payUnmined(page);
  await replace(wallet, hash, DEVELOPMENT_PRESALE_ADDRESS, 10n ** 18n);
  await lookUntil(page, 'Another payment took the place of this transaction.');
  await expect(toast(page)).toContainText('Transaction FailedAnother payment took the place of this transaction.');
  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  await card(page).getByRole('button', { name: 'My transactions' }).click();
  await expect(transactions(page)).toContainText('The payment is credited.');
});

test('a payment cancelled in the wallet is shown as cancelled, and nothing is credited', async ({ page, request }) => {
  const wallet = await open(page);
  const hash = await payUnmined(page);
  await replace(wallet, hash, wallet, 0n);
  await lookUntil(page, 'The transaction was cancelled; nothing was paid.');
  const panel = paymentPanel(page);
  await expect(panel.getByRole('listitem').nth(2)).toContainText('Failed');
  await expect(toast(page)).toContainText('The transaction was cancelled; nothing was paid.');
  const balance = await request.get(`/api/staking/balance/${wallet}`);
  expect(await balance.json()).toMatchObject({ availableToStake: '0' });
});

test('a transaction that paid another address than ours is a warning', async ({ page }) => {
  await open(page);
  await page.route('**/api/presale/purchase', async (route) => {
    const answer = await route.fetch();
    const json = { ...(await answer.json()), status: 'rejected', reason: 'wrong-recipient' };
    await route.fulfill({ response: answer, json });
  });
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await confirmInWallet(page);
  await expect(paymentPanel(page).getByRole('alert')).toContainText('Do not pay again from this page');
});
