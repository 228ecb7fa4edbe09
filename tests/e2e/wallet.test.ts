import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { card } from '#tests/support/browser/card.ts';
import { announceSecondWallet, withoutWallet } from '#tests/support/browser/other-wallet.ts';
import { transactions } from '#tests/support/browser/payments.ts';
import { test } from '#tests/support/browser/test.ts';
import { dismissToast, toast } from '#tests/support/browser/toasts.ts';
import {
  acceptInWallet,
  announcements,
  connect,
  expectConnected,
  rejectInWallet,
  walletButton,
  walletWindow,
} from '#tests/support/browser/wallet.ts';
import { walletAnswersNow } from '#tests/support/browser/wallet-changes.ts';

const [, , , , , , , account, other] = DEVELOPMENT_ACCOUNTS;
const DIST = join(import.meta.dirname, '../../dist');

/** The items that the page stores about the wallet. */
async function stored(page: Page) {
  return page.evaluate(() => {
    const items = (storage: Storage) =>
      Object.fromEntries(Object.entries(storage).filter(([key]) => /^(?:wallet_|selected_network$)/.test(key)));
    return { session: items(sessionStorage), local: items(localStorage) };
  });
}

/** The page's scripts from now on: all of them, and those that contain code of a wallet. */
function followScripts(page: Page) {
  const scripts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  return {
    scripts,
    withWalletCode: () => scripts.filter((path) => /viem@|wagmi/.test(readFileSync(join(DIST, path), 'utf8'))),
  };
}

/** Logs out by the menu, and dismisses the message. */
async function logOut(page: Page): Promise<void> {
  await walletButton(page).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(walletButton(page)).toHaveText('Connect Wallet');
  await dismissToast(page);
}

test('connects from the head and from the card, with its code loaded once Connect is pressed', async ({ page }) => {
  const { scripts, withWalletCode } = followScripts(page);
  const posts = announcements(page);
  await test.step('no wallet code is loaded before [R2.042]', async () => {
    await page.goto('/staking');
    await expect(page.getByText('Connect quantum link')).toBeVisible();
    await page.goto('/');
    await expect(card(page)).toContainText('1 SYNX = $0.013');
    await walletButton(page).hover();
    await expect(walletButton(page)).toBeEnabled();
    expect(scripts.length).toBeGreaterThan(3);
    expect(withWalletCode()).toEqual([]);
  });
  await test.step('from Connect Wallet by Connecting... to the shortened address [R2.042 R2.043 R2.044 R4.001 R7.012]', async () => {
    await expect(walletButton(page)).toHaveText('Connect Wallet');
    await walletButton(page).click();
    await expect(walletButton(page)).toHaveText('Connecting...');
    await expect(walletButton(page)).toBeDisabled();
    await acceptInWallet(page, account);
    await expect(walletButton(page)).toHaveText(`${account.slice(0, 6)}…${account.slice(-4)}`);
    await expect(card(page)).toContainText('Balance: 10,000 ETH');
    await expect.poll(() => posts).toEqual([{ walletAddress: account.toLowerCase(), connectionMethod: 'injected' }]);
    expect(withWalletCode()).not.toEqual([]);
  });
  await logOut(page);
  await test.step('says that the visitor rejected the request [R8.006 R8.013]', async () => {
    await walletButton(page).focus();
    await page.keyboard.press('Enter');
    await rejectInWallet(page);
    await expect(toast(page)).toContainText('Connection FailedUser rejected the request');
    await expect(walletButton(page)).toHaveText('Connect Wallet');
    await expect(walletButton(page)).toBeEnabled();
  });
  await test.step('the focus stays on the button while it connects, and then on the address in its place', async () => {
    await expect(walletButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await acceptInWallet(page, account);
    await expect(walletButton(page)).toBeFocused();
  });
  await dismissToast(page);
  await logOut(page);
  await test.step('the focus stays on the card’s button while it connects, when the wallet rejects, and once it buys', async () => {
    await card(page).getByRole('button', { name: 'Connect Wallet' }).focus();
    await page.keyboard.press('Enter');
    await expect(card(page).getByRole('button', { name: 'Connecting...' })).toBeDisabled();
    await rejectInWallet(page);
    await expect(card(page).getByRole('button', { name: 'Connect Wallet' })).toBeFocused();
    await page.keyboard.press('Enter');
    await acceptInWallet(page, account);
    await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeFocused();
  });
});

test('the focus goes from the prompt of every other page on to the address in the head', { tag: '@long' }, async ({
  page,
}) => {
  for (const path of ['/staking', '/voting', '/dashboard', '/airdrop'])
    await test.step(path, async () => {
      await page.goto(path);
      const prompt = page.getByRole('main').getByRole('button', { name: 'Connect Wallet' });
      await prompt.focus();
      await page.keyboard.press('Enter');
      await rejectInWallet(page);
      await expect(prompt).toBeFocused();
      await page.keyboard.press('Enter');
      await acceptInWallet(page, account);
      await expect(prompt).toBeHidden();
      await expect(walletButton(page)).toBeFocused();
      // The next page is opened by a new visitor.
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    });
});

test('a press before the button has loaded counts, and connects even if the API cannot be told [R2.042 R7.013]', async ({
  page,
  watch,
}) => {
  watch.allow(/net::ERR_FAILED/);
  await page.route('**/api/wallet/connect', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(walletWindow(page)).toBeVisible();
  await acceptInWallet(page, account);
  await expect(card(page)).toContainText('Balance: 10,000 ETH');
  await expect(toast(page)).toBeHidden();
});

test('says why connecting failed, and lets the visitor choose among several wallets', async ({ page }) => {
  await page.goto('/staking');
  await test.step('the wallet returned no account [R5.001]', async () => {
    await walletAnswersNow(page, 'eth_requestAccounts', { result: [] });
    await walletButton(page).click();
    await expect(toast(page)).toContainText('Connection FailedNo accounts found');
    await dismissToast(page);
  });
  await test.step('connecting failed for any other reason [R8.007]', async () => {
    await walletAnswersNow(page, 'eth_requestAccounts', { code: -32603, message: 'inner trouble' });
    await walletButton(page).click();
    await expect(toast(page)).toContainText('Connection FailedFailed to connect to wallet');
  });
  await test.step('there are several wallets', async () => {
    await announceSecondWallet(page, [other]);
    await page.reload();
    await walletButton(page).click();
    const choice = page.getByRole('dialog', { name: 'Choose a wallet' });
    await expect(choice.getByRole('button', { name: 'SYNX Rehearsal Wallet' })).toBeVisible();
    await choice.getByRole('button', { name: 'Close' }).click();
    await expect(choice).toBeHidden();
    await walletButton(page).click();
    await choice.getByRole('button', { name: 'Second Wallet' }).click();
    await expectConnected(page, other);
  });
  await logOut(page);
  await test.step('there is no wallet [R8.005]', async () => {
    await withoutWallet(page);
    await page.reload();
    await walletButton(page).click();
    const none = page.getByRole('dialog', { name: 'No wallet found' });
    await expect(none).toContainText('No Ethereum wallet detected. Please install MetaMask.');
    await expect(none.getByRole('link', { name: 'Install MetaMask' })).toHaveAttribute(
      'href',
      'https://metamask.io/download',
    );
    await expect(none.getByRole('link', { name: 'Compare other wallets' })).toBeVisible();
    await none.getByRole('button', { name: 'Close' }).click();
    await expect(walletButton(page)).toBeFocused();
  });
});

/** Walks through the open page's menu by keys alone, to the dashboard, and logs out there. */
async function walkMenu(page: Page): Promise<void> {
  await walletButton(page).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('banner').locator('.menu');
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('button', { name: 'My transactions' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(transactions(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(walletButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('button', { name: 'Manage Wallet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your wallet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(walletButton(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectConnected(page, account);
  await walletButton(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(walletButton(page)).toHaveText('Connect Wallet');
  await expect(walletButton(page)).toBeFocused();
}

test('the menu leads to the dashboard, to the account window and out', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await test.step('its link is in the language of the page [R2.046]', async () => {
    await page.goto('/de/staking');
    await page.getByRole('banner').getByRole('button', { name: 'Wallet verbinden' }).click();
    await acceptInWallet(page, account);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).last()).toHaveAttribute(
      'href',
      '/de/dashboard',
    );
  });
  await page.goto('/staking');
  await expectConnected(page, account);
  await test.step('it closes by Escape [R2.045]', async () => {
    await walletButton(page).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  });
  await test.step('it is walked through by arrow keys [R2.045 R2.046 R2.048]', () => walkMenu(page));
  await connect(page, account);
  await test.step('it opens the account window [R2.045 R2.047]', async () => {
    await walletButton(page).click();
    await page.getByRole('button', { name: 'Manage Wallet' }).click();
    const window = page.getByRole('dialog', { name: 'Your wallet' });
    await expect(window).toContainText(account);
    await expect(window).toContainText('Ethereum Mainnet');
    await window.getByRole('button', { name: 'Copy address' }).click();
    await expect(window).toContainText('Address copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account);
    await window.getByRole('button', { name: 'Close' }).click();
    await expect(window).toBeHidden();
    await walletButton(page).click();
    await page.getByRole('button', { name: 'Manage Wallet' }).click();
    await window.getByRole('button', { name: 'Disconnect' }).click();
    await expect(walletButton(page)).toHaveText('Connect Wallet');
  });
});

test('stores a session, and logout removes exactly that', async ({ page }) => {
  await page.goto('/');
  await connect(page, account);
  await card(page).getByRole('combobox', { name: 'Network' }).selectOption('Polygon');
  await test.step('account and method of the session, method and network permanently [R3.003 R3.004 R3.005 R3.007]', async () => {
    const { session, local } = await stored(page);
    expect(session).toEqual({ wallet_account: account, wallet_method: 'injected', wallet_chain_id: '1' });
    expect(local).toEqual({ wallet_method_backup: 'injected', selected_network: '137' });
  });

  await test.step('logout clears the wallet items and notes that it was intended [R2.048 R4.008 R4.009 R4.010 R8.016]', async () => {
    await walletButton(page).click();
    const told = page.waitForResponse('**/api/wallet/disconnect');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(toast(page)).toContainText('Wallet Disconnected');
    expect((await told).status()).toBe(200);
    await expect(walletButton(page)).toHaveText('Connect Wallet');
    const { session, local } = await stored(page);
    expect(session).toEqual({});
    expect(local).toEqual({ wallet_manual_disconnect: 'true', selected_network: '137' });
  });

  await test.step('the intent is kept until a wallet is connected again [R3.006]', async () => {
    await page.reload();
    await expect(card(page)).toContainText('1 SYNX = $0.013');
    await expect(walletButton(page)).toHaveText('Connect Wallet');
    expect((await stored(page)).local).toEqual({ wallet_manual_disconnect: 'true', selected_network: '137' });
    await connect(page, account);
    expect((await stored(page)).local).toEqual({ wallet_method_backup: 'injected', selected_network: '137' });
  });

  await test.step('a session without any wallet grant is forgotten, but not what restores it after an unlock [R4.003]', async () => {
    await page.evaluate(() => localStorage.removeItem('rehearsal_wallet_account'));
    await page.reload();
    await expect(walletButton(page)).toHaveText('Connect Wallet');
    const { session, local } = await stored(page);
    expect(session).not.toHaveProperty('wallet_account');
    expect(local).toEqual({ wallet_method_backup: 'injected', selected_network: '137' });
  });
});

test('restores the session on every page and in a new tab, and follows the wallet’s changes', async ({
  page,
  context,
  watch,
}) => {
  const posts = announcements(context);
  await page.goto('/');
  await connect(page, account);
  const tab = await context.newPage();
  await test.step('restored on load, on every page and in a new tab [R4.003 R7.012]', async () => {
    await page.reload();
    await expectConnected(page, account);
    await tab.goto('/de/staking');
    await expectConnected(tab, account);
    await tab.goto('/staking');
    await expectConnected(tab, account);
    expect(posts).toHaveLength(4);
    expect(watch.walletCalls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1);
  });
  const change = (key: string, value: string | null) =>
    tab.evaluate(([name, next]) => (next === null ? localStorage.removeItem(name) : localStorage.setItem(name, next)), [
      `rehearsal_wallet_${key}`,
      value,
    ] as const);

  await test.step('another account [R4.005 R7.012]', async () => {
    await change('account', other);
    await expectConnected(page, other);
    await expect.poll(() => posts.at(-1)).toEqual({ walletAddress: other.toLowerCase(), connectionMethod: 'injected' });
  });
  await test.step('another network [R4.006]', async () => {
    const loaded = page.waitForEvent('load');
    await change('chain', '137');
    await loaded;
    await expectConnected(page, other);
    await expect(card(page).getByRole('button', { name: 'Wrong network: switch to Ethereum' })).toBeVisible();
  });
  await test.step('the end [R4.007]', async () => {
    await change('account', null);
    await expect(walletButton(page)).toHaveText('Connect Wallet');
    await expect(toast(page)).toContainText('Wallet Disconnected');
  });
});
