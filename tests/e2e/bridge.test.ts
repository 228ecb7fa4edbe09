import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { cleanEnv } from '#tests/run/clean-env.ts';
import { type BridgeWallet, startBridgeWallet } from '#tests/support/bridge-wallet.ts';
import { card, fillCard, purchase } from '#tests/support/browser/card.ts';
import { chainClient } from '#tests/support/browser/local-chains.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import type { ChainAddress } from '#tests/support/browser/stack-address.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { dismissToast, toast } from '#tests/support/browser/toasts.ts';
import { announcements, expectConnected, walletButton } from '#tests/support/browser/wallet.ts';
import { startRelay } from '#tests/support/relay.ts';

const [, , , , , , , account, other] = DEVELOPMENT_ACCOUNTS;
/** Requests to Reown's own hosts; nobody answers here, and the bridge still has to work. */
const REOWN = ['api.web3modal.org', 'rpc.walletconnect.org', 'verify.walletconnect.org', 'relay.walletconnect.org'];

/** The site built with a project at Reown, and a relay on this machine. */
async function openBridgeSite(chains: readonly ChainAddress[]) {
  const relay = await startRelay();
  const folder = mkdtempSync(join(tmpdir(), 'synx-bridge-'));
  const env = {
    ...cleanEnv({ PATH: process.env.PATH }),
    SYNX_LOCALES: 'en',
    PUBLIC_REOWN_PROJECT_ID: '0123456789abcdef0123456789abcdef',
    PUBLIC_REOWN_RELAY_URL: relay.url,
  };
  execFileSync(process.execPath, ['src/build/build.ts', '--out', folder], { env, stdio: 'pipe' });
  const site = await startSite(chains, {}, folder);
  return {
    ...{ url: site.url, folder, relay },
    stop: async () => {
      await site.stop();
      await relay.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** That site, and a wallet on a phone. */
const test = testOn(openBridgeSite).extend<{ wallet: BridgeWallet }>({
  wallet: async ({ site, context, watch }, use) => {
    watch.allowHosts(REOWN);
    await context.route(
      ({ hostname }) => REOWN.includes(hostname),
      (route) => route.abort(),
    );
    watch.allow(/net::ERR_FAILED/);
    const wallet = await startBridgeWallet(site.relay.url, { accounts: [account, other], chains: [1, 56] });
    wallet.answer = ({ chainId, method, params }) =>
      method === 'eth_sendTransaction' || method === 'personal_sign'
        ? call(chainClient(chainId === 'eip155:1' ? 1 : 56), method, [...params])
        : Promise.resolve(null);
    await use(wallet);
    await wallet.stop();
  },
});

/**
 * Stops the window's animations during a wait: without an answer from Reown it waits five seconds for it, and its
 * placeholder of the code, drawn without a graphics card, keeps a processor busy meanwhile.
 */
async function standStill(page: Page, wait: () => Promise<void>): Promise<void> {
  await expect(page.locator('w3m-modal')).toHaveClass(/open/);
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await wait();
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await session.detach();
}

/** Presses Connect and has the phone scan the code. */
async function scanCode(page: Page, wallet: BridgeWallet): Promise<void> {
  await walletButton(page).click();
  await page.getByRole('button', { name: 'Wallet on your phone (WalletConnect)' }).click();
  const code = page.locator('wui-qr-code');
  await standStill(page, () => expect(code).toBeVisible({ timeout: 30_000 }));
  await wallet.pair(await code.evaluate((element) => (element as HTMLElement & { uri: string }).uri));
}

async function connectPhone(page: Page, wallet: BridgeWallet): Promise<void> {
  await scanCode(page, wallet);
  await expectConnected(page, account);
}

/** The page's scripts from now on that contain code of the bridge. */
function bridgeScripts(page: Page, folder: string): () => readonly string[] {
  const scripts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  return () =>
    scripts.filter((path) => /w3m-|appkit|relay\.walletconnect/i.test(readFileSync(join(folder, path), 'utf8')));
}

async function buy(page: Page, wallet: BridgeWallet): Promise<void> {
  await fillCard(page, 1, 'ETH', '0.5');
  await purchase(page);
  await expect(toast(page)).toContainText('Purchase Successful');
  expect(wallet.asked.map(({ chainId, method }) => [chainId, method])).toEqual([['eip155:1', 'eth_sendTransaction']]);
  await dismissToast(page);
}

async function logOut(page: Page, wallet: BridgeWallet): Promise<void> {
  await walletButton(page).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(toast(page)).toContainText('Wallet Disconnected');
  await expect.poll(() => wallet.sessions()).toBe(0);
  const left = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /wallet|appkit|wc@2/i.test(key)));
  expect(await left()).toEqual(['wallet_manual_disconnect']);
}

test('connects a phone, shows the account, is restored after a reload, buys through it, and ends the session', {
  tag: '@long',
}, async ({ page, wallet, site }) => {
  const posts = announcements(page);
  const loaded = bridgeScripts(page, site.folder);
  await page.goto('/');
  await test.step('the bridge is offered next to the browser’s wallets, and none of its code is loaded before it is chosen', async () => {
    await walletButton(page).click();
    const choice = page.getByRole('dialog', { name: 'Choose a wallet' });
    await expect(choice.getByRole('button')).toHaveText([
      'SYNX Rehearsal Wallet',
      'Wallet on your phone (WalletConnect)',
      'Close',
    ]);
    expect(loaded()).toEqual([]);
    await choice.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('the phone scans the code [R4.002]', async () => {
    await connectPhone(page, wallet);
    expect(loaded()).not.toEqual([]);
    await expect
      .poll(() => posts)
      .toEqual([{ walletAddress: account.toLowerCase(), connectionMethod: 'walletconnect' }]);
  });
  await test.step("Manage Wallet opens the provider's window [R2.047]", async () => {
    await walletButton(page).click();
    await page.getByRole('button', { name: 'Manage Wallet' }).click();
    await expect(page.locator('w3m-account-view')).toBeVisible();
  });
  await test.step('a reload restores the session, and the phone confirms a purchase [R4.003 R7.011]', async () => {
    await page.reload();
    await expectConnected(page, account);
    await buy(page, wallet);
  });
  await test.step('logout ends the session on both sides [R4.010 R4.011]', () => logOut(page, wallet));
});

test('follows the phone: another account, another network, the end [R4.005 R4.006 R4.007 R4.014]', {
  tag: '@long',
}, async ({ page, wallet }) => {
  await page.goto('/');
  await connectPhone(page, wallet);
  await wallet.useAccounts([other]);
  await expectConnected(page, other);
  const loaded = page.waitForEvent('load');
  await wallet.moveTo(56);
  await loaded;
  await expectConnected(page, other);
  await expect(card(page).getByRole('button', { name: 'Wrong network: switch to Ethereum' })).toBeVisible();
  await wallet.leave();
  await expect(walletButton(page)).toHaveText('Connect Wallet');
  await test.step('the same page pairs again after that end, after a refusal, and after a logout', async () => {
    wallet.refuses = true;
    await scanCode(page, wallet);
    await expect(toast(page)).toContainText('User rejected the request');
    wallet.refuses = false;
    await connectPhone(page, wallet);
    await logOut(page, wallet);
    await connectPhone(page, wallet);
  });
  await test.step("the provider's own window ends the session on both sides as well", async () => {
    await walletButton(page).click();
    await page.getByRole('button', { name: 'Manage Wallet' }).click();
    await page.locator('w3m-account-view').getByText('Disconnect').click();
    await expect(walletButton(page)).toHaveText('Connect Wallet');
    await expect.poll(() => wallet.sessions()).toBe(0);
  });
});
