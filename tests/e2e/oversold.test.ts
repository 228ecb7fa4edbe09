import { expect, type Page } from '@playwright/test';
import { encodeFunctionData, parseAbi, parseUnits } from 'viem';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { TERMS_ACCEPTED } from '#src/config/storage-keys.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { amountField, card, fillCard, pressPurchase, receive, summarySheet } from '#tests/support/browser/card.ts';
import { changePricing } from '#tests/support/browser/change-pricing.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { coveredTexts } from '#tests/support/browser/covered-texts.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';
import { dismissToast, toast } from '#tests/support/browser/toasts.ts';
import { rejectInWallet, walletWindow } from '#tests/support/browser/wallet.ts';
import { selectAccount } from '#tests/support/browser/wallet-changes.ts';
import type { Watch } from '#tests/support/browser/watch.ts';

const LAST = { phase: 3, nextPhasePrice: null, currentPrice: '0.033' } as const;
const FILL = 'Pay only for the tokens left: 1,980.033 USDC';
const FULL = 'Pay the full amount anyway';

type Sale = Partial<PresalePricing>;

/** The end of the last phase, whose last 60,001 SYNX are left. */
const END: Sale = { ...LAST, tokensRemaining: '60001' };

/** Opens the landing page with a wallet, in a sale that answers what the returned object says. */
async function openSale(page: Page, holdings: Parameters<typeof openConnected>[2]): Promise<Sale> {
  const sale: Sale = { ...END };
  await changePricing(page, () => sale);
  await openConnected(page, 1, holdings);
  return sale;
}

/** Has the page read a changed sale, and opens the summary of a payment of 4,000 USDC in it. */
async function summarise(page: Page, sale: Sale, change: Sale): Promise<void> {
  Object.assign(sale, change);
  await card(page).getByRole('button', { name: 'Refresh prices' }).click();
  await expect(toast(page)).toContainText('Refresh Complete');
  await dismissToast(page);
  await fillCard(page, 1, 'USDC', '4000');
  await pressPurchase(page);
}

async function cancelSummary(page: Page): Promise<void> {
  await summarySheet(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(summarySheet(page)).toBeHidden();
}

/** The wallet's last send request. */
function sent(watch: Watch): unknown {
  return watch.walletCalls.filter(({ method }) => method === 'eth_sendTransaction').at(-1)?.params[0];
}

function transferOf(usdc: string) {
  const abi = parseAbi(['function transfer(address,uint256)']);
  const args = [DEVELOPMENT_PRESALE_ADDRESS, parseUnits(usdc, 6)] as const;
  const data = encodeFunctionData({ abi, functionName: 'transfer', args });
  return { data: expect.stringMatching(new RegExp(data, 'i')) };
}

async function payForRest(page: Page, watch: Watch): Promise<void> {
  const sheet = summarySheet(page);
  await expect(sheet.getByRole('alert')).toContainText(
    '2,019.967 USDC ($2,019.96) of this payment would buy no tokens',
  );
  await expect(sheet.getByRole('alert')).toContainText('The sale has only 60,001 SYNX left right now.');
  await expect(sheet.getByRole('alert')).toContainText('to the address that paid, in the same coin');
  await expect(sheet.getByRole('button', { name: 'Continue to wallet' })).toBeHidden();
  await sheet.getByRole('button', { name: FILL }).click();

  await expect(sheet).toContainText('You pay1,980.033 USDC');
  await expect(sheet).toContainText('You receive60,001 SYNX');
  await expect(sheet.getByRole('alert')).toBeHidden();
  expect(sent(watch)).toBeUndefined();
  await sheet.getByRole('checkbox').check();
  await sheet.getByRole('button', { name: 'Continue to wallet' }).click();
  await expect(walletWindow(page)).toBeVisible();
  expect(sent(watch)).toMatchObject(transferOf('1980.033'));
  await rejectInWallet(page);
  await expect(amountField(page)).toHaveValue('1980.033');
}

async function payInFull(page: Page, watch: Watch, sale: Sale): Promise<void> {
  const sheet = summarySheet(page);
  const yes = sheet.getByRole('checkbox', { name: /^I want to pay the full amount even though/ });
  await sheet.getByRole('checkbox', { name: /^I have read and accept the terms/ }).check();
  await expect(yes).not.toBeChecked();
  await sheet.getByRole('button', { name: FULL }).click();
  await expect(sheet).toContainText('Tick the box to pay the full amount, or pay only for the tokens left.');
  await yes.check();
  Object.assign(sale, { tokensRemaining: '50000' });
  await page.clock.fastForward(10_000);
  await expect(sheet.getByRole('alert')).toContainText('2,350 USDC ($2,350.00) of this payment would buy no tokens');
  await expect(yes).not.toBeChecked();
  await sheet.getByRole('button', { name: FULL }).click();
  await expect(walletWindow(page)).toBeHidden();
  await yes.check();
  await sheet.getByRole('button', { name: FULL }).click();
  await expect(walletWindow(page)).toBeVisible();
  expect(sent(watch)).toMatchObject(transferOf('4000'));
  await rejectInWallet(page);
}

async function readSaleAgain(page: Page, sale: Sale): Promise<void> {
  const sheet = summarySheet(page);
  await expect(sheet.getByRole('button', { name: 'Continue to wallet' })).toBeVisible();
  Object.assign(sale, LAST);
  await page.clock.fastForward(10_000);
  await expect(sheet).toContainText('The sale has changed since then: update the price.');
  await sheet.getByRole('button', { name: 'Update the price' }).click();
  await expect(sheet).toContainText('1 SYNX = $0.033');
  await expect(sheet.getByRole('button', { name: 'Continue to wallet' })).toBeVisible();
  await expect(walletWindow(page)).toBeHidden();
  await cancelSummary(page);
}

test('a summary names what buys nothing, and is read again when the sale has changed', { tag: '@long' }, async ({
  page,
  watch,
}) => {
  await page.clock.install();
  const sale = await openSale(page, { token: ['USDC', '5000'] });
  await test.step('a rest below the smallest payment is stated, and not offered as a choice', async () => {
    await summarise(page, sale, { ...END, tokensRemaining: '100' });
    const sheet = summarySheet(page);
    await expect(sheet.getByRole('alert')).toContainText(
      'The remaining tokens cost less than the minimum payment of 5 USDC.',
    );
    await expect(sheet.getByRole('button', { name: /^Pay only for the tokens left/ })).toBeHidden();
    await expect(sheet.getByRole('button', { name: FULL })).toBeVisible();
    await cancelSummary(page);
  });
  await test.step('a phase that ended under the summary has it read again before anything is sent', async () => {
    await summarise(page, sale, {
      phase: 2,
      currentPrice: '0.022',
      nextPhasePrice: '0.033',
      tokensRemaining: '1000000',
    });
    await readSaleAgain(page, sale);
  });
  await test.step('names the money that would buy nothing, and pays only for the rest of the sale at the first button', async () => {
    await summarise(page, sale, END);
    await payForRest(page, watch);
  });
  await test.step('pays the full amount only after a separate consent, which ends when the sale has less', async () => {
    // The terms are asked for again, as at a first payment.
    await page.evaluate((key) => localStorage.removeItem(key), TERMS_ACCEPTED);
    await summarise(page, sale, END);
    await payInFull(page, watch, sale);
  });
});

test('on a phone the three buttons of an oversold payment cover nothing of it, nor the tick that is missing', async ({
  page,
}) => {
  const sale = await openSale(page, { token: ['USDC', '5000'] });
  await summarise(page, sale, END);
  const sheet = summarySheet(page);
  await expect(sheet.getByRole('button', { name: FILL })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 640 });
  expect(await coveredTexts(sheet)).toEqual([]);
  await sheet.getByRole('button', { name: FULL }).click();
  const missing = sheet.getByText('Tick the box to pay the full amount, or pay only for the tokens left.');
  await expect(missing).toBeInViewport({ ratio: 1 });
  const isOnTop = await missing.evaluate((text) => {
    const { x, y, width, height } = text.getBoundingClientRect();
    return [y + 1, y + height - 1].every((at) => text.contains(document.elementFromPoint(x + width / 2, at)));
  });
  expect(isOnTop).toBe(true);
});

test('MAX and one tap next to it fill in no more than the rest of the sale', { tag: '@long' }, async ({ page }) => {
  await openSale(page, { coins: '10000' });
  await test.step('MAX fills in no more than the rest of the sale, and says so', async () => {
    await expect(card(page).getByRole('button', { name: 'MAX' })).toBeEnabled();
    await card(page).getByRole('button', { name: 'MAX' }).click();
    await expect(amountField(page)).toHaveValue(/^0\.43869\d{13}$/);
    await expect(receive(page)).toHaveText('60,001 SYNX');
    await expect(card(page)).toContainText('This buys everything the sale has left: 60,001 SYNX.');
    await expect(card(page).getByText('SYNX are left in the sale')).toBeHidden();
  });
  await test.step('next to MAX one tap fills in dollars, with a wallet as without one, and the rest of the sale once more than that is entered', async () => {
    await selectAccount(page, await fundedWallet(1, { coins: '10' }));
    await expect(card(page)).toContainText('Balance: 10 ETH');
    await expect(card(page).getByRole('button', { name: 'MAX' })).toBeEnabled();
    await expect(card(page).getByRole('button', { name: /^Buy everything left/ })).toBeHidden();
    await card(page).getByRole('button', { name: '$50', exact: true }).click();
    await expect(amountField(page)).toHaveValue('0.011078');
    const unit = card(page).getByRole('combobox', { name: / amount$/ });
    await unit.selectOption('USD');
    await card(page).getByRole('button', { name: '$500' }).click();
    await expect(amountField(page)).toHaveValue('500.00');
    await unit.selectOption('ETH');
    await fillCard(page, 1, 'ETH', '9.9999');
    await expect(card(page)).toContainText('Only 60,001 SYNX are left in the sale.');
    await card(page)
      .getByRole('button', { name: /^Buy everything left: 0\.43869\d ETH$/ })
      .click();
    await expect(amountField(page)).toHaveValue(/^0\.43869\d{13}$/);
    await expect(receive(page)).toHaveText('60,001 SYNX');
    await expect(card(page).getByText('SYNX are left in the sale')).toBeHidden();
    await pressPurchase(page);
    await expect(summarySheet(page).getByRole('button', { name: 'Continue to wallet' })).toBeVisible();
  });
});
