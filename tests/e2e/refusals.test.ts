import { expect, type Page } from '@playwright/test';
import type { ChainId } from '#src/config/chains.ts';
import type { TokenSymbol } from '#src/config/tokens.ts';
import { stakingBalance } from '#tests/support/browser/api.ts';
import { amountField, card, fillCard, pressPurchase, purchase } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { walletAnswers } from '#tests/support/browser/other-wallet.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet, rejectInWallet, walletWindow } from '#tests/support/browser/wallet.ts';

/** Changes the wallet behind the page's back, without an event. */
async function silently(page: Page, key: 'account' | 'chain', value: string): Promise<void> {
  await page.evaluate(([name, next]) => localStorage.setItem(name, next), [`rehearsal_wallet_${key}`, value] as const);
}

test('a payment rejected in the wallet sends nothing [R8.033 R4.019]', async ({ page, request }) => {
  const wallet = await openConnected(page, 1);
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await expect(card(page).getByRole('button', { name: 'Waiting for wallet…' })).toHaveAttribute('aria-busy', 'true');
  await rejectInWallet(page);
  await expect(toast(page)).toContainText('Transaction Cancelled');
  await expect(toast(page)).toContainText('Nothing was sent.');
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  await expect(amountField(page)).toHaveValue('1');
  expect((await stakingBalance(request, wallet)).availableToStake).toBe('0');
});

const UNDER: readonly (readonly [ChainId, readonly (readonly [TokenSymbol, amount: string, text: string])[]])[] = [
  [
    1,
    [
      ['ETH', '0.0029', 'Minimum purchase is 0.003 ETH (~$15 USD) due to gas fees.'],
      ['USDC', '4.99', "Minimum purchase for stablecoins is $5 USD. Note: You'll need ETH for gas fees."],
    ],
  ],
  [
    56,
    [
      ['BNB', '0.0029', 'Minimum purchase is 0.003 BNB (~$2.75 USD) due to gas fees.'],
      ['USDC', '4.99', "Minimum purchase for stablecoins is $5 USD. Note: You'll need BNB for gas fees."],
    ],
  ],
  [
    137,
    [
      ['MATIC', '0.0029', 'Minimum purchase is 0.003 POL (~$0.0024 USD) due to gas fees.'],
      ['MATIC', '0.4', 'Minimum purchase is 25 SYNX ($0.33) due to gas fees.'],
      ['USDC', '4.999999', "Minimum purchase for stablecoins is $5 USD. Note: You'll need POL for gas fees."],
    ],
  ],
];

for (const [chainId, entries] of UNDER) {
  test(`amounts under a minimum of chain ${chainId} are refused with its coin [R5.012 R8.038]`, async ({ page }) => {
    await openConnected(page, chainId, { token: ['USDC', '100'] });
    for (const [symbol, amount, text] of entries) {
      const title = symbol === 'USDC' ? 'a stablecoin [R5.008 R5.009]' : 'a native coin [R5.006 R5.007]';
      await test.step(title, async () => {
        await fillCard(page, chainId, symbol, amount);
        // The field names the minimum before anything is pressed.
        const named = new RegExp(text.replace(/[.$()]/g, '\\$&'));
        await expect(amountField(page)).toHaveAccessibleDescription(named);
        await expect(amountField(page)).toHaveAttribute('aria-invalid', 'true');
        await expect(card(page).getByText(text)).toBeVisible();
        await pressPurchase(page);
        await expect(toast(page)).toContainText(`Invalid Amount${text}`);
        await expect(walletWindow(page)).toBeHidden();
        // The toast goes, the field still names it.
        await expect(amountField(page)).toHaveAccessibleDescription(named);
        await expect(amountField(page)).toHaveAttribute('aria-invalid', 'true');
      });
    }
  });
}

test('under 25 SYNX on Ethereum the stated sentence shows, with the price behind it [R3.042 R5.010 R5.011]', async ({
  page,
}) => {
  await page.route('**/api/crypto/prices', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ETH: '100' } });
  });
  await openConnected(page, 1);
  await fillCard(page, 1, 'ETH', '0.003');
  await expect(card(page)).toContainText('Minimum: 0.00325 ETH');
  await pressPurchase(page);
  await expect(toast(page)).toContainText('Invalid AmountMinimum purchase is 25 SYNX ($0.50) due to gas fees.');
  // The note is about the $0.50 of this sentence, and goes with it.
  const note = 'The stated $0.50 is the value of 25 SYNX at 0.02. At the current price, 25 SYNX costs $0.325.';
  await expect(card(page)).toContainText(note);
  await fillCard(page, 1, 'ETH', '0.01');
  await expect(card(page)).not.toContainText(note);
  await expect(amountField(page)).toHaveAttribute('aria-invalid', 'false');
});

test('nothing, zero and a lone dot are not amounts [R8.038]', async ({ page }) => {
  await openConnected(page, 1);
  for (const amount of ['', '0', '.']) {
    await fillCard(page, 1, 'ETH', amount);
    await pressPurchase(page);
    await expect(toast(page)).toContainText('Invalid Amount');
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(walletWindow(page)).toBeHidden();
  }
});

test('more than the balance shows inline and on the button [R2.069 R5.013 R5.014]', async ({ page }) => {
  await openConnected(page, 1, { coins: '2' });
  await expect(card(page)).toContainText('Balance: 2 ETH');
  await fillCard(page, 1, 'ETH', '2.000000000000000001');
  await expect(card(page)).toContainText('Your balance is 2 ETH. Please enter a smaller amount.');
  await expect(card(page).getByRole('button', { name: 'Insufficient ETH Balance' })).toBeDisabled();
});

test('MAX leaves 0.0001, says that it cannot be paid, and offers a payable amount', async ({ page }) => {
  await openConnected(page, 56, { coins: '5' });
  await expect(card(page)).toContainText('Balance: 5 BNB');
  await test.step('MAX [R2.070 R5.017 R9.007]', async () => {
    await card(page).getByRole('button', { name: 'MAX' }).click();
    await expect(amountField(page)).toHaveValue('4.9999');
  });
  await test.step('0.002 must stay for gas [R5.015 R8.026 R9.005]', async () => {
    await expect(card(page)).toContainText('0.002 BNB must stay for gas');
    await pressPurchase(page);
    await expect(toast(page)).toContainText('Insufficient Gas');
    await expect(toast(page)).toContainText('your wallet needs 0.002 BNB for gas. Nothing was sent.');
    await card(page).getByRole('button', { name: 'Use 4.998 BNB' }).click();
    await expect(amountField(page)).toHaveValue('4.998');
    await expect(card(page)).not.toContainText('must stay for gas');
    await purchase(page);
    await expect(walletWindow(page)).toContainText('You send4.998 BNB');
    await confirmInWallet(page);
    await expect(toast(page)).toContainText('Purchase Successful');
  });
  await test.step('Buy More starts again [R2.077]', async () => {
    await card(page).getByRole('button', { name: 'Buy More' }).click();
    await expect(amountField(page)).toHaveValue('');
    await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  });
});

test('MAX of a token is the whole balance, shown with two decimals where it has six [R5.017 R9.014]', async ({
  page,
}) => {
  await openConnected(page, 137, { token: ['USDC', '1234.567891'] });
  await fillCard(page, 137, 'USDC', '');
  await expect(card(page)).toContainText('Balance: 1,234.56 USDC');
  await card(page).getByRole('button', { name: 'MAX' }).click();
  await expect(amountField(page)).toHaveValue('1234.567891');
  await expect(card(page)).toContainText('Keep at least 0.0005 POL for gas.');
});

test('a token payment without coins for gas is refused [R5.016 R8.026 R9.006]', async ({ page }) => {
  await openConnected(page, 1, { coins: '0.0004', token: ['USDT', '100'] });
  await fillCard(page, 1, 'USDT', '50');
  await pressPurchase(page);
  await expect(toast(page)).toContainText('Insufficient Gas');
  await expect(toast(page)).toContainText('0.0005 ETH');
  await expect(walletWindow(page)).toBeHidden();
});

test('a refusal of the node for gas has its own toast [R8.027]', async ({ page }) => {
  await walletAnswers(page, 'eth_sendTransaction', {
    code: -32000,
    message: 'insufficient funds for gas * price + value',
  });
  await openConnected(page, 1);
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await expect(toast(page)).toContainText('Insufficient Gas Fees');
});

test('any other failure of sending is Transaction Failed [R8.034]', async ({ page }) => {
  await walletAnswers(page, 'eth_sendTransaction', { code: -32603, message: 'inner trouble' });
  await openConnected(page, 1);
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await expect(toast(page)).toContainText('Transaction Failed');
});

test('an answer that is not a hash is Transaction Error [R5.004 R8.035]', async ({ page }) => {
  await walletAnswers(page, 'eth_sendTransaction', { result: '0x1234' });
  await openConnected(page, 1);
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await expect(toast(page)).toContainText('Transaction ErrorNo transaction hash');
});

test('a wallet on another network is asked to switch, and may decline [R4.015 R4.017 R8.019]', async ({ page }) => {
  await openConnected(page, 1);
  await fillCard(page, 56, 'USDT', '10');
  await card(page).getByRole('button', { name: 'Wrong network: switch to BSC' }).click();
  await expect(walletWindow(page)).toContainText('BNB Smart Chain (56)');
  await rejectInWallet(page);
  await expect(toast(page)).toContainText('Switch CancelledYou cancelled the network switch');
  await expect(amountField(page)).toHaveValue('10');
});

test('a wallet that silently changed its network is detected before anything is sent [R5.003 R8.031]', async ({
  page,
}) => {
  await openConnected(page, 1);
  await fillCard(page, 1, 'ETH', '1');
  await silently(page, 'chain', '56');
  await pressPurchase(page);
  await expect(toast(page)).toContainText('Wrong Network');
  await expect(walletWindow(page)).toBeHidden();
});

test('a wallet that shows another account is detected before anything is sent [R8.032]', async ({ page }) => {
  await openConnected(page, 1);
  await fillCard(page, 1, 'ETH', '1');
  await silently(page, 'account', await fundedWallet(1));
  await pressPurchase(page);
  await expect(toast(page)).toContainText('No Account Found');
  await expect(walletWindow(page)).toBeHidden();
});

test('a payment address other than the one compiled in switches buying off', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    const presaleAddress = '0x000000000000000000000000000000000000dEaD';
    await route.fulfill({ response: answer, json: { ...(await answer.json()), presaleAddress } });
  });
  await openConnected(page, 1);
  await expect(card(page).getByRole('alert')).toContainText('Buying is switched off. Do not send anything');
  await amountField(page).fill('1');
  await expect(card(page).getByRole('button', { name: 'Buying is switched off' })).toBeDisabled();
});

test('without a live price nothing is sold, and the stated defaults show as indicative [R3.038 R3.041]', async ({
  page,
  watch,
}) => {
  watch.allow(/net::ERR_FAILED/);
  await page.clock.install();
  await page.route('**/api/{presale/pricing,crypto/prices,config}', (route) => route.abort());
  await openConnected(page, 1);
  await amountField(page).fill('1');
  await expect(card(page)).toContainText(
    'Live prices and the state of the sale are unavailable at the moment. Please select refresh.',
  );
  await expect(card(page)).toContainText('Indicative price, not live yet');
  await expect(card(page)).toContainText('ETH price$4,513.48');
  await expect(card(page)).toContainText('1 SYNX = $0.013');
  await expect(card(page).getByRole('button', { name: 'Waiting for live price' })).toBeDisabled();

  await page.unroute('**/api/{presale/pricing,crypto/prices,config}');
  await page.clock.fastForward(10_000);
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  await expect(card(page)).not.toContainText('Indicative price');
});

test('a coin whose price is not live is not sold, a stablecoin is', async ({ page }) => {
  await page.route('**/api/crypto/prices', async (route) => {
    const answer = await route.fetch();
    const prices = await answer.json();
    await route.fulfill({ response: answer, json: { ...prices, live: { ...prices.live, ETH: false } } });
  });
  await openConnected(page, 1, { token: ['USDC', '100'] });
  await fillCard(page, 1, 'ETH', '1');
  await expect(card(page).getByRole('button', { name: 'Waiting for live price' })).toBeDisabled();
  await fillCard(page, 1, 'USDC', '10');
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
});
