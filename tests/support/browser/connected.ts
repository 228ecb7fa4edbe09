import type { Page } from '@playwright/test';
import type { ChainId } from '#src/config/chains.ts';
import { fundedWallet } from './local-chains.ts';
import { connectedBefore, expectConnected } from './wallet.ts';

/** Opens the landing page with a new wallet on the chain, connected; its address. */
export async function openConnected(
  page: Page,
  chainId: ChainId = 1,
  holdings?: Parameters<typeof fundedWallet>[1],
): Promise<string> {
  const wallet = await fundedWallet(chainId, holdings);
  await connectedBefore(page, wallet, chainId);
  await page.goto('/');
  await expectConnected(page, wallet);
  return wallet;
}

/** The same on Ethereum, with the page's time under the test's control. */
export async function openWithClock(page: Page): Promise<string> {
  await page.clock.install();
  return openConnected(page);
}
