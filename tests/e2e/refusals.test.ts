import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import type { TokenSymbol } from '#src/config/tokens.ts';
import type { CryptoPrices } from '#src/contract/presale.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { stakingBalance } from '#tests/support/browser/api.ts';
import { amountField, card, fillCard, pressPurchase, purchase, summarySheet } from '#tests/support/browser/card.ts';
import { changeAnswer } from '#tests/support/browser/change-answer.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { paymentPanel } from '#tests/support/browser/payments.ts';
import { test } from '#tests/support/browser/test.ts';
import { dismissToast, toast, toastArea } from '#tests/support/browser/toasts.ts';
import {
  acceptInWallet,
  confirmInWallet,
  expectConnected,
  rejectInWallet,
  walletWindow,
} from '#tests/support/browser/wallet.ts';
import { changeSilently, selectAccount, walletAnswersNow } from '#tests/support/browser/wallet-changes.ts';

const SALE = '**/api/{presale/pricing,crypto/prices,config}';
const PRICES = '**/api/crypto/prices';

const UNDER: Readonly<Record<ChainId, readonly (readonly [TokenSymbol, amount: string, text: string])[]>> = {
  1: [
    ['ETH', '0.0029', 'Minimum purchase is 0.003 ETH (~$15 USD) due to gas fees.'],
    ['USDC', '4.99', "Minimum purchase for stablecoins is $5 USD. Note: You'll need ETH for gas fees."],
  ],
  56: [
    ['BNB', '0.0029', 'Minimum purchase is 0.003 BNB (~$2.75 USD) due to gas fees.'],
    ['USDC', '4.99', "Minimum purchase for stablecoins is $5 USD. Note: You'll need BNB for gas fees."],
  ],
  137: [
    ['MATIC', '0.0029', 'Minimum purchase is 0.003 POL (~$0.0024 USD) due to gas fees.'],
    ['MATIC', '0.4', 'Minimum purchase is 25 SYNX ($0.33) due to gas fees.'],
    ['USDC', '4.999999', "Minimum purchase for stablecoins is $5 USD. Note: You'll need POL for gas fees."],
  ],
};

/** Enters each amount under a minimum of the chain: the field and a toast name the minimum. */
async function refuseSmallAmounts(page: Page, chainId: ChainId): Promise<void> {
  for (const [symbol, amount, text] of UNDER[chainId]) {
    const title = symbol === 'USDC' ? 'a stablecoin [R5.008 R5.009]' : 'a native coin [R5.006 R5.007]';
    await test.step(`${amount} of ${title} is under its minimum`, async () => {
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
      await dismissToast(page);
      await expect(amountField(page)).toHaveAccessibleDescription(named);
      await expect(amountField(page)).toHaveAttribute('aria-invalid', 'true');
    });
  }
}

test('on Ethereum, amounts are refused that are too small, no amounts, or more than the wallet can pay [R5.012 R8.038]', async ({
  page,
}) => {
  await openConnected(page, 1, { token: ['USDC', '100'] });
  await refuseSmallAmounts(page, 1);
  await test.step('nothing, zero and a lone dot are not amounts [R8.038]', async () => {
    for (const amount of ['', '0', '.']) {
      await fillCard(page, 1, 'ETH', amount);
      await pressPurchase(page);
      await expect(toast(page)).toContainText('Invalid Amount');
      await dismissToast(page);
      await expect(walletWindow(page)).toBeHidden();
    }
  });
  await test.step('more than the balance shows inline and on the button [R2.069 R5.013 R5.014]', async () => {
    await selectAccount(page, await fundedWallet(1, { coins: '2' }));
    await expect(card(page)).toContainText('Balance: 2 ETH');
    await fillCard(page, 1, 'ETH', '2.000000000000000001');
    await expect(card(page)).toContainText('Your balance is 2 ETH. Please enter a smaller amount.');
    await expect(card(page).getByRole('button', { name: 'Insufficient ETH Balance' })).toBeDisabled();
  });
  await test.step('a token payment without coins for gas is refused [R5.016 R8.026 R9.006]', async () => {
    await selectAccount(page, await fundedWallet(1, { coins: '0.0004', token: ['USDT', '100'] }));
    await fillCard(page, 1, 'USDT', '50');
    await pressPurchase(page);
    await expect(toast(page)).toContainText('Insufficient Gas');
    await expect(toast(page)).toContainText('0.0005 ETH');
    await expect(walletWindow(page)).toBeHidden();
  });
});

test('on BSC, small amounts are refused; MAX leaves 0.0001, which cannot be paid, and offers a payable amount [R5.012 R8.038]', {
  tag: '@long',
}, async ({ page }) => {
  await openConnected(page, 56, { coins: '5', token: ['USDC', '100'] });
  await refuseSmallAmounts(page, 56);
  await fillCard(page, 56, 'BNB', '');
  await expect(card(page)).toContainText('Balance: 5 BNB');
  await test.step('MAX [R2.070 R5.017 R9.007]', async () => {
    await card(page).getByRole('button', { name: 'MAX' }).click();
    await expect(amountField(page)).toHaveValue('4.9999');
  });
  await test.step('0.002 must stay in the wallet for gas [R5.015 R8.026 R9.005]', async () => {
    await expect(card(page)).toContainText('0.002 BNB must stay in your wallet for gas');
    await pressPurchase(page);
    await expect(toast(page)).toContainText('Insufficient Gas');
    await expect(toast(page)).toContainText('your wallet needs 0.002 BNB for gas. Nothing was sent.');
    await card(page).getByRole('button', { name: 'Use 4.998 BNB' }).click();
    await expect(amountField(page)).toHaveValue('4.998');
    await expect(card(page)).not.toContainText('must stay in your wallet for gas');
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

test('on Polygon, small amounts are refused; MAX of a token is the whole balance [R5.012 R8.038]', {
  tag: '@long',
}, async ({ page }) => {
  await openConnected(page, 137, { coins: '0.5', token: ['USDC', '1234.567891'] });
  await refuseSmallAmounts(page, 137);
  await test.step('MAX of a token, shown with two decimals where it has six [R5.017 R9.014]', async () => {
    await fillCard(page, 137, 'USDC', '');
    await expect(card(page)).toContainText('Balance: 1,234.56 USDC');
    await card(page).getByRole('button', { name: 'MAX' }).click();
    await expect(amountField(page)).toHaveValue('1234.567891');
    // 0.5 POL is plenty for gas.
    await expect(card(page)).not.toContainText('for gas');
  });
});

/** Enters 1 ETH, rejects it in the wallet, and checks that nothing was sent. */
async function rejectPayment(page: Page, request: APIRequestContext, wallet: string): Promise<void> {
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  await expect(card(page).getByRole('button', { name: 'Waiting for wallet…' })).toHaveAttribute('aria-busy', 'true');
  await rejectInWallet(page);
  await expect(toast(page)).toContainText('Transaction Cancelled');
  await expect(toast(page)).toContainText('We are checking that nothing was sent.');
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  await expect(amountField(page)).toHaveValue('1');
  expect((await stakingBalance(request, wallet)).availableToStake).toBe('0');
}

test('a payment that the wallet does not send has a toast for each reason', async ({ page, request }) => {
  const wallet = await openConnected(page, 1);
  await test.step('rejected in the wallet, it sends nothing [R8.033 R4.019]', () =>
    rejectPayment(page, request, wallet));
  for (const [reason, answer, text] of [
    [
      'a refusal of the node for gas [R8.027]',
      { code: -32000, message: 'insufficient funds for gas * price + value' },
      'Insufficient Gas Fees',
    ],
    ['any other failure of sending [R8.034]', { code: -32603, message: 'inner trouble' }, 'Transaction Failed'],
    ['an answer that is not a hash [R5.004 R8.035]', { result: '0x1234' }, 'Transaction ErrorNo transaction hash'],
  ] as const)
    await test.step(reason, async () => {
      await walletAnswersNow(page, 'eth_sendTransaction', answer);
      await fillCard(page, 1, 'ETH', '1');
      await purchase(page);
      await expect(toast(page)).toContainText(text);
      await card(page).getByRole('button', { name: 'My wallet’s activity does not show it' }).last().click();
    });
});

test('a payment that the wallet sends and then reports as failed is followed, and a second one is warned of [R8.034]', async ({
  page,
  watch,
}) => {
  // Until it reloads, the page reads none of our records.
  watch.allow(/Failed to load resource/);
  await openConnected(page, 1);
  const answer = { code: -32603, message: 'Internal JSON-RPC error.', after: 'it has done it' } as const;
  await walletAnswersNow(page, 'eth_sendTransaction', answer);
  await fillCard(page, 1, 'ETH', '0.02');
  await pressPurchase(page);
  await expect(summarySheet(page)).toBeVisible();
  // From here on no script can be loaded, other than the list of purchases: all that tells of the payment is there.
  await page.waitForLoadState('networkidle');
  const scripts = /\/_astro\/(?!ActivityFeed)/;
  await page.route(scripts, (route) => route.abort());
  // A payment that our records show is found, which ends the next summary.
  const records = '**/api/track/wallet/*';
  await page.route(records, (route) => route.abort());
  await summarySheet(page).getByRole('checkbox', { name: 'I have read and accept the terms of sale.' }).check();
  await summarySheet(page).getByRole('button', { name: 'Continue to wallet' }).click();
  await confirmInWallet(page);
  await expect(toast(page)).toContainText('Transaction Failed');
  await expect(page.getByRole('dialog', { name: 'Oops! Something went wrong' })).toBeHidden();
  await expect(toast(page)).toContainText('do not pay again until you know');
  await expect(card(page)).toContainText(
    /We do not know yet whether this payment was sent\W*0\.02 ETH\W* on \W*Ethereum/,
  );
  await test.step('the next summary names it and asks for a tick', async () => {
    await pressPurchase(page);
    await expect(summarySheet(page)).toContainText('We do not know yet whether this payment was sent');
    await summarySheet(page).getByRole('button', { name: 'Continue to wallet' }).click();
    await expect(summarySheet(page)).toContainText('Tick the box to pay again, or cancel and wait.');
    await summarySheet(page).getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('it is found, also after a reload, and credited once', async () => {
    await page.unroute(scripts);
    await page.unroute(records);
    await page.reload();
    await expect(toast(page)).toContainText('Payment Found');
    await mine(1, 5);
    await expect(toast(page)).toContainText('Tokens Credited');
    await expect(card(page)).not.toContainText('We do not know yet whether this payment was sent');
  });
});

/** Presses Stop waiting, after which the card names the payment in doubt and nothing else is said. */
async function stopWaiting(page: Page): Promise<void> {
  await paymentPanel(page).getByRole('button', { name: 'Stop waiting' }).click();
  await expect(paymentPanel(page)).toBeHidden();
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  await expect(card(page).getByRole('heading', { name: 'PRE-SALE LIVE' })).toBeFocused();
  await expect(card(page).getByText('We do not know yet whether this payment was sent')).toBeInViewport();
}

test('a visitor who stops waiting for the wallet can go on, and the payment is still looked for (S34)', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/);
  const wallet = await openConnected(page, 1);
  await test.step('a wallet that does not answer, in a narrow window', async () => {
    await walletAnswersNow(page, 'eth_sendTransaction', 'never');
    await fillCard(page, 1, 'ETH', '1');
    await purchase(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await stopWaiting(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(toastArea(page).getByRole('alert')).toHaveCount(0);
    await card(page).getByRole('button', { name: 'My wallet’s activity does not show it' }).click();
  });
  await test.step('a wallet that says that it is busy, and sends the payment all the same', async () => {
    const busy = { code: -32002, message: 'Request already pending', after: 'it has done it' } as const;
    await walletAnswersNow(page, 'eth_sendTransaction', busy);
    // What our records show ends the wait by itself.
    const records = '**/api/track/wallet/*';
    await page.route(records, (route) => route.abort());
    await purchase(page);
    await confirmInWallet(page);
    await expect(toast(page)).toContainText('Please Answer in Your Wallet');
    await stopWaiting(page);
    await page.unroute(records);
    await page.reload();
    await expectConnected(page, wallet);
    await mine(1, 5);
    await expect(toast(page)).toContainText('Tokens Credited');
  });
});

test('a wallet with another network or account is detected before anything is sent', async ({ page }) => {
  const wallet = await openConnected(page, 1);
  await fillCard(page, 1, 'ETH', '1');
  await test.step('it silently changed its network [R5.003 R8.031]', async () => {
    await changeSilently(page, 'chain', '56');
    await pressPurchase(page);
    await expect(toast(page)).toContainText('Wrong Network');
    await expect(walletWindow(page)).toBeHidden();
    await changeSilently(page, 'chain', '1');
  });
  await test.step('it shows another account [R8.032]', async () => {
    await changeSilently(page, 'account', await fundedWallet(1));
    await pressPurchase(page);
    await expect(toast(page)).toContainText('No Account Found');
    await expect(walletWindow(page)).toBeHidden();
    await changeSilently(page, 'account', wallet);
  });
  await test.step('it shows none: the page asks again, and its own button connects', async () => {
    await selectAccount(page, wallet);
    await walletAnswersNow(page, 'eth_accounts', { result: [] });
    await pressPurchase(page);
    await expect(toast(page)).toContainText('No Account Found');
    const connect = card(page).getByRole('button', { name: 'Connect Wallet' });
    await expect(connect).toBeEnabled();
    await walletAnswersNow(page, 'eth_accounts', null);
    await connect.click();
    await acceptInWallet(page, DEVELOPMENT_ACCOUNTS[5]);
    await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  });
});

/** Refreshes the prices, which reads answers that have changed. */
async function refreshPrices(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Refresh prices' }).click();
  await expect(toast(page)).toContainText('Refresh Complete');
}

/** Buying with unanswered prices, until the page reads them again. */
async function sellWithoutPrices(page: Page): Promise<void> {
  await amountField(page).fill('1');
  await expect(card(page)).toContainText(
    'Live prices and the state of the sale are unavailable at the moment. Please select “Refresh prices”.',
  );
  await expect(card(page)).toContainText('Indicative price, not live yet');
  await expect(card(page)).toContainText('ETH price$4,513.48');
  await expect(card(page)).toContainText('1 SYNX = $0.013');
  await expect(card(page).getByRole('button', { name: 'Waiting for live price' })).toBeDisabled();

  await page.unroute(SALE);
  await page.clock.fastForward(10_000);
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  await expect(card(page)).not.toContainText('Indicative price');
}

/** The stated minimum at another price than that of its sentence. */
async function refuseUnderStatedMinimum(page: Page): Promise<void> {
  await changeAnswer<CryptoPrices>(page, PRICES, () => ({ ETH: '100' }));
  await refreshPrices(page);
  await fillCard(page, 1, 'ETH', '0.003');
  await expect(card(page)).toContainText('Minimum: 0.00325 ETH');
  await pressPurchase(page);
  await expect(toast(page)).toContainText('Invalid AmountMinimum purchase is 25 SYNX ($0.50) due to gas fees.');
  // The note is about the $0.50 of this sentence, and goes with it.
  const note = 'The $0.50 above assumes a price of $0.02 per SYNX. At the current price, 25 SYNX cost $0.325.';
  await expect(card(page)).toContainText(note);
  await fillCard(page, 1, 'ETH', '0.01');
  await expect(card(page)).not.toContainText(note);
  await expect(amountField(page)).toHaveAttribute('aria-invalid', 'false');
}

test('the sale sells at live prices only, above its minimum, and to the address compiled in', async ({
  page,
  watch,
}) => {
  watch.allow(/net::ERR_FAILED/);
  await page.clock.install();
  await page.route(SALE, (route) => route.abort());
  await openConnected(page, 1, { token: ['USDC', '100'] });
  await test.step('without a live price nothing is sold, and the stated defaults show as indicative [R3.038 R3.041]', () =>
    sellWithoutPrices(page));
  await test.step('under 25 SYNX the stated sentence shows, with the price behind it [R3.042 R5.010 R5.011]', () =>
    refuseUnderStatedMinimum(page));
  await test.step('a coin whose price is not live is not sold, a stablecoin is', async () => {
    await changeAnswer<CryptoPrices>(page, PRICES, ({ live }) => ({ live: { ...live, ETH: false } }));
    await refreshPrices(page);
    await fillCard(page, 1, 'ETH', '1');
    await expect(card(page).getByRole('button', { name: 'Waiting for live price' })).toBeDisabled();
    await fillCard(page, 1, 'USDC', '10');
    await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  });
  await test.step('a payment address other than the one compiled in switches buying off', async () => {
    await changeAnswer<SiteConfig>(page, '**/api/config', () => ({
      presaleAddress: '0x000000000000000000000000000000000000dEaD',
    }));
    await refreshPrices(page);
    await expect(card(page).getByRole('alert')).toContainText(
      'does not match the one from our server. Do not send anything',
    );
    await amountField(page).fill('1');
    await expect(card(page).getByRole('button', { name: 'Buying is switched off' })).toBeDisabled();
  });
});
