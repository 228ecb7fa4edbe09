import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { amountField, card, fillCard, pressPurchase, purchase, summarySheet } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { giveCoins, mine } from '#tests/support/browser/local-chains.ts';
import { walletAnswers } from '#tests/support/browser/other-wallet.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import {
  confirmInWallet,
  connectedBefore,
  expectConnected,
  rejectInWallet,
  walletButton,
  walletWindow,
} from '#tests/support/browser/wallet.ts';
import { changeInWallet, walletAnswersNow } from '#tests/support/browser/wallet-changes.ts';
import type { Watch } from '#tests/support/browser/watch.ts';

const [, , , , , account] = DEVELOPMENT_ACCOUNTS;

const UNKNOWN_CHAIN = { code: 4902, message: 'Unrecognized chain ID' } as const;

/** Opens the landing page with the wallet on Ethereum, chooses BSC on the card and enters an amount. */
async function chooseBsc(page: Page): Promise<void> {
  await connectedBefore(page, account, 1);
  await page.goto('/');
  await expectConnected(page, account);
  await card(page).getByRole('combobox', { name: 'Network' }).selectOption('BSC');
  await amountField(page).fill('0.5');
}

/** The form as `chooseBsc` leaves it, with a wallet that is on another network. */
async function expectOtherNetwork(page: Page): Promise<void> {
  await expectConnected(page, account);
  await expect(amountField(page)).toHaveValue('0.5');
  await expect(card(page).getByRole('button', { name: 'Wrong network: switch to BSC' })).toBeEnabled();
}

/** Asks for BSC at one of the two places that can. */
type Ask = (page: Page) => Promise<void>;

/** The purchase's own control. */
async function switchByCard(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Wrong network: switch to BSC' }).click();
}

/** The visitor's own choice, in the account window. */
async function switchByAccount(page: Page): Promise<void> {
  await walletButton(page).click();
  await page.getByRole('button', { name: 'Manage Wallet' }).click();
  await page.getByRole('dialog', { name: 'Your wallet' }).getByRole('button', { name: 'Switch to BSC' }).click();
}

/** The summary opens by itself after a switch that the purchase asked for, once, and not after any other one. */
async function expectResumed(page: Page, resumes: boolean): Promise<void> {
  const purchase = card(page).getByRole('button', { name: 'Purchase Tokens' });
  if (resumes) {
    await expect(summarySheet(page)).toContainText('You pay0.5 BNB');
    await summarySheet(page).getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expectConnected(page, account);
  }
  await expect(purchase).toBeEnabled();
  await expect(summarySheet(page)).toBeHidden();
}

interface Ended {
  readonly seen: Loads;
  readonly resumes: boolean;
}

interface Loads {
  count: number;
}

/** Counts the loads of a page from now on. */
function loads(page: Page): Loads {
  const seen = { count: 0 };
  page.on('load', () => {
    seen.count += 1;
  });
  return seen;
}

/** The page's calls of the wallet from now on, as a function that reads them. */
function callsFromNow({ walletCalls }: Watch) {
  const before = walletCalls.length;
  return () => walletCalls.slice(before);
}

async function showError(page: Page, watch: Watch, ask: Ask, title: string): Promise<void> {
  await walletAnswersNow(page, 'wallet_switchEthereumChain', { code: -32603, message: 'inner trouble' });
  const calls = callsFromNow(watch);
  const logged = page.waitForEvent('console', (message) => message.text().includes('inner trouble'));
  await ask(page);
  await expect(toast(page)).toContainText(title);
  expect((await logged).type()).toBe('warning');
  expect(calls().map(({ method }) => method)).not.toContain('wallet_addEthereumChain');
  await expect(amountField(page)).toHaveValue('0.5');
}

async function refuseToAdd(page: Page, ask: Ask): Promise<void> {
  await walletAnswersNow(page, 'wallet_switchEthereumChain', UNKNOWN_CHAIN);
  await ask(page);
  await rejectInWallet(page);
  await expect(toast(page)).toContainText('Failed to Add Network');
  await expect(amountField(page)).toHaveValue('0.5');
}

async function decline(page: Page, ask: Ask): Promise<void> {
  await walletAnswersNow(page, 'wallet_switchEthereumChain', null);
  await ask(page);
  await rejectInWallet(page);
  await expect(toast(page)).toContainText('Switch CancelledYou cancelled the network switch');
  await expectOtherNetwork(page);
}

async function add(page: Page, watch: Watch, ask: Ask, seen: Loads): Promise<void> {
  const before = seen.count;
  await walletAnswersNow(page, 'wallet_switchEthereumChain', UNKNOWN_CHAIN);
  const calls = callsFromNow(watch);
  await ask(page);
  await confirmInWallet(page);
  await expect(toast(page)).toContainText('Network AddedBSC was added to your wallet.');
  await expectConnected(page, account);
  await expect(amountField(page)).toHaveValue('0.5');
  expect(calls().find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
    {
      chainId: '0x38',
      chainName: 'BNB Smart Chain',
      nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      rpcUrls: ['https://bsc-dataseed.bnbchain.org'],
      blockExplorerUrls: ['https://bscscan.com'],
    },
  ]);
  await expect.poll(() => seen.count).toBe(before + 1);
  // The summary that a switch for the purchase opens covers the page.
  await summarySheet(page).getByRole('button', { name: 'Cancel' }).click();
}

/** `resumes` says whether the purchase that was asked for goes on by itself. */
async function switchOnce(page: Page, watch: Watch, ask: Ask, { seen, resumes }: Ended): Promise<void> {
  const before = seen.count;
  const calls = callsFromNow(watch);
  await ask(page);
  await expect(walletWindow(page)).toContainText('BNB Smart Chain (56)');
  await confirmInWallet(page);
  await expect(toast(page)).toContainText('Network SwitchedYour wallet is now on BSC.');
  expect(seen.count).toBe(before + 1);
  await expectConnected(page, account);
  await expect(amountField(page)).toHaveValue('0.5');
  await expectResumed(page, resumes);
  await expect(card(page)).toContainText('Balance: 10,000 BNB');
  const asked = calls().filter(({ method }) => method === 'wallet_switchEthereumChain');
  expect(asked).toEqual([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] }]);
}

/** Changes the network in the wallet itself, from one to the next; each change reloads the page once. */
async function changeNetworks(page: Page, chains: readonly string[], seen: Loads): Promise<void> {
  const before = seen.count;
  for (const [step, chain] of chains.entries()) {
    await changeInWallet(page, 'chain', chain);
    await expect.poll(() => seen.count).toBe(before + step + 1);
    await expectConnected(page, account);
  }
  await expectOtherNetwork(page);
  expect(seen.count).toBe(before + chains.length);
}

/** The ends of a switch that are alike wherever it is asked for. */
async function endOtherwise(page: Page, watch: Watch, ask: Ask, seen: Loads): Promise<void> {
  await test.step('a network that the visitor refuses to add is Failed to Add Network [R8.022]', () =>
    refuseToAdd(page, ask));
  await test.step('declining is Switch Cancelled and reloads nothing [R4.017 R8.019]', async () => {
    await decline(page, ask);
    expect(seen.count).toBe(0);
  });
  await test.step('a network the wallet does not know is added, and the page reloads once [R4.016 R8.011 R8.021]', () =>
    add(page, watch, ask, seen));
}

for (const [place, ask, failed, changes, resumes] of [
  ['the card', switchByCard, 'Chain Switch Failed', ['1'], true],
  ['the account window', switchByAccount, 'Network Switch Failed', ['137', '56', '1'], false],
] as const) {
  test(`from ${place}, a switch of the network can fail, and reloads the page once`, async ({ page, watch }) => {
    await chooseBsc(page);
    const seen = loads(page);
    await test.step(`any other error is logged and shows ${failed} [R8.012 R8.020 R8.023]`, () =>
      showError(page, watch, ask, failed));
    if (resumes) await endOtherwise(page, watch, ask, seen);
    await test.step('a wallet that switches on its side reloads the page once for each change, never in a loop [R4.007]', () =>
      changeNetworks(page, changes, seen));
    await test.step('the wallet is asked, the page reloads once with its form, says so, and goes on with the purchase that asked [R4.007 R4.015 R7.070 R8.018]', () =>
      switchOnce(page, watch, ask, { seen, resumes }));
  });
}

test('a silent wallet is Wallet Connection Timeout after 8 s, and another try is possible [R9.020]', async ({
  page,
}) => {
  await page.clock.install();
  await walletAnswers(page, 'eth_chainId', 'never');
  await page.goto('/terms');
  await walletButton(page).click();
  await expect(walletButton(page)).toHaveText('Connecting...');
  await expect.poll(() => page.evaluate(() => 'asked' in window)).toBe(true);
  await page.clock.fastForward(5_000);
  await expect(walletButton(page)).toHaveText('Connecting...');
  await page.clock.fastForward(3_000);
  await expect(toast(page)).toContainText('Wallet Connection Timeout');
  await expect(walletButton(page)).toHaveText('Connect Wallet');
  await expect(walletButton(page)).toBeEnabled();
});

test('a network that changes right after a press on Purchase Tokens is named, and the page is not reloaded', async ({
  page,
}) => {
  await connectedBefore(page, account, 1);
  await page.goto('/');
  await expectConnected(page, account);
  await amountField(page).fill('0.5');
  const { promise: changed, resolve: release } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/\/run-purchase\./);
  // The part that buys is still on its way to a slow phone.
  await page.route(/\/run-purchase\./, async (route) => {
    await changed;
    await route.continue();
  });
  const seen = loads(page);
  await pressPurchase(page);
  await asked;
  await changeInWallet(page, 'chain', '56');
  release();
  await expect(toast(page)).toContainText('Wrong Network');
  await expectConnected(page, account);
  await expect(amountField(page)).toHaveValue('0.5');
  expect(seen.count).toBe(0);
});

test('a purchase does not go on by itself after a reload if a payment was in doubt that is credited by then', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/);
  const wallet = await openConnected(page, 1);
  await giveCoins(56, wallet, '4096');
  const records = '**/api/track/wallet/*';
  await page.route(records, (route) => route.abort());
  const answer = { code: -32603, message: 'Internal JSON-RPC error.', after: 'it has done it' } as const;
  await walletAnswersNow(page, 'eth_sendTransaction', answer);
  await fillCard(page, 1, 'ETH', '0.02');
  await purchase(page);
  await confirmInWallet(page);
  await expect(toast(page)).toContainText('do not pay again until you know');
  await fillCard(page, 56, 'BNB', '0.5');
  await switchByCard(page);
  await expect(walletWindow(page)).toContainText('BNB Smart Chain (56)');
  await mine(1, 6);
  await page.unroute(records);
  await expect(toast(page)).toContainText('Tokens Credited');
  await confirmInWallet(page);
  await expect(toast(page)).toContainText('Network Switched');
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
  await expect(summarySheet(page)).toBeHidden();
});
