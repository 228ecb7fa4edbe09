import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { ChainId } from '#src/config/chains.ts';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';

/** The window of the rehearsal wallet. */
export function walletWindow(page: Page): Locator {
  return page.getByRole('dialog', { name: /^Rehearsal wallet/ });
}

/** Confirms the wallet's question. */
export async function confirmInWallet(page: Page): Promise<void> {
  await walletWindow(page).getByRole('button', { name: 'Confirm' }).click();
}

/** Rejects the wallet's question. */
export async function rejectInWallet(page: Page): Promise<void> {
  await walletWindow(page).getByRole('button', { name: 'Reject' }).click();
}

/** The wallet button of the page's head, with any label. */
export function walletButton(page: Page): Locator {
  return page.getByRole('banner').getByRole('button').first();
}

/** Connects an account of the rehearsal wallet by the button of an English page. */
export async function connect(page: Page, account: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await acceptInWallet(page, account);
}

/** Lets the wallet's open question connect an account. */
export async function acceptInWallet(page: Page, account: string): Promise<void> {
  await walletWindow(page).getByRole('radio', { name: account }).check();
  await walletWindow(page).getByRole('button', { name: 'Connect' }).click();
  await expectConnected(page, account);
}

/** The posts of the connected wallet that a page, or all pages of a context, send from now on. */
export function announcements(pages: Page | BrowserContext): unknown[] {
  const posts: unknown[] = [];
  (pages as Page).on('request', (request) => {
    if (request.url().endsWith('/api/wallet/connect')) posts.push(request.postDataJSON());
  });
  return posts;
}

/** Waits until the wallet button shows the account. */
export async function expectConnected(page: Page, account: string): Promise<void> {
  await expect(walletButton(page)).toHaveText(new RegExp(`^${shortenAddress(account)}$`, 'i'));
}

/**
 * Leaves the browser in the state after a visitor connected `account` on `chainId`, even one the wallet does not list.
 */
export async function connectedBefore(page: Page, account: string, chainId: ChainId): Promise<void> {
  await page.context().addInitScript(
    ([address, chain]) => {
      if (sessionStorage.getItem('arranged') !== null) return;
      sessionStorage.setItem('arranged', 'once');
      localStorage.setItem('rehearsal_wallet_account', address);
      localStorage.setItem('rehearsal_wallet_chain', chain);
      localStorage.setItem('selected_network', chain);
      localStorage.setItem('wallet_method_backup', 'injected');
    },
    [account, String(chainId)] as const,
  );
}
