import { chromium, expect, type Page } from '@playwright/test';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { card, fillCard, purchase } from '#tests/support/browser/card.ts';
import { expectConnected, walletButton } from '#tests/support/browser/wallet.ts';
import { LAUNCH_FLAGS } from '#tests/support/chromium/launch-flags.ts';
import { findChromium } from '#tests/support/chromium.ts';

/** The name of a deployed site leads to this machine, whose certificate is for tests; also for the service worker. */
const FLAGS = ['--host-resolver-rules=MAP example.org 127.0.0.1', '--ignore-certificate-errors'];
const [, BUYER] = DEVELOPMENT_ACCOUNTS;
const AMOUNT = '25';
const CREDITED_MS = 60_000;

interface Chain {
  readonly chainId: ChainId;
  readonly rpcUrl: string;
}

/**
 * A visitor opens the public site, connects a wallet, pays USDC on Ethereum, sees the credit, and stakes a part of it.
 * Throws at the first thing that is not as expected; returns the errors of the browser's console.
 */
export async function buyAsVisitor(origin: string, chains: readonly Chain[]): Promise<readonly string[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...LAUNCH_FLAGS, ...FLAGS] });
  const errors: string[] = [];
  try {
    const { hostname } = new URL(origin);
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    context.on('weberror', (error) => errors.push(String(error.error())));
    context.on('request', (request) => {
      const target = new URL(request.url());
      if (/^https?:$/.test(target.protocol) && target.hostname !== hostname) errors.push(`foreign: ${target.href}`);
    });
    const page = await context.newPage();
    await announceWallet(page, chains);
    await page.goto('/');
    await expect(card(page)).toBeVisible();
    await expect(page.getByText('rehearsal', { exact: false })).toHaveCount(0);
    await walletButton(page).click();
    await expectConnected(page, BUYER);
    await fillCard(page, 1, 'USDC', AMOUNT);
    await purchase(page);
    await expect(card(page)).toContainText('Credited. You can stake these tokens now.', { timeout: CREDITED_MS });
    await card(page).getByRole('link', { name: 'Stake Now' }).click();
    await page.getByRole('button', { name: 'STAKE NOW (Engage)' }).click();
    await page.getByRole('button', { name: 'Stake now', exact: true }).click();
    await expect(page.getByRole('group', { name: 'Staked Balance' })).not.toHaveText('0', { timeout: 15_000 });
    return errors;
  } finally {
    await browser.close();
  }
}

/** A wallet extension whose owner agrees to everything; the keys are those of the chains' nodes. */
async function announceWallet(page: Page, chains: readonly Chain[]): Promise<void> {
  await page.exposeFunction('askChain', async (chainId: number, method: string, params: readonly unknown[]) => {
    const url = chains.find((chain) => chain.chainId === chainId)?.rpcUrl ?? '';
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return answer.json();
  });
  await page.addInitScript((account) => {
    const { askChain } = window as unknown as {
      askChain: (
        chainId: number,
        method: string,
        params: readonly unknown[],
      ) => Promise<{ result?: unknown; error?: { code: number; message: string } }>;
    };
    const chainId = 1;
    const own: Record<string, unknown> = {
      eth_requestAccounts: [account],
      eth_accounts: [account],
      eth_chainId: '0x1',
      wallet_switchEthereumChain: null,
    };
    const provider = {
      request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
        if (method in own) return own[method];
        const { result, error } = await askChain(chainId, method, params);
        if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
        return result;
      },
      on: () => undefined,
      removeListener: () => undefined,
    };
    const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';
    const info = {
      uuid: 'a5c2d1c4-0000-4000-8000-000000000003',
      name: 'Wallet of the test',
      icon,
      rdns: 'test.wallet',
    };
    const announce = () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
    addEventListener('eip6963:requestProvider', announce);
    announce();
  }, BUYER);
}
