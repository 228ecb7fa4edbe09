import { expect, type Page } from '@playwright/test';
import { HANDOVER_SETTINGS } from '#src/dev/rehearsal/handover-settings.ts';
import type { AllocationEntry } from '#src/lib/allocation/entry.ts';
import { type ListedClaims, publishClaims } from '#tests/support/browser/claims.ts';
import { expectNothingCovered } from '#tests/support/browser/covered-texts.ts';
import { fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import { tellStack } from '#tests/support/browser/stack-address.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { confirmInWallet, connectedBefore, expectConnected, walletWindow } from '#tests/support/browser/wallet.ts';

const SYNX = 10n ** 9n;

const wallets = { twice: '', waited: '' };
let list: ListedClaims;

const test = testOn(async (chains) => {
  const site = await startSite(chains, HANDOVER_SETTINGS);
  tellStack({ url: site.url, chains });
  for (const name of Object.keys(wallets) as (keyof typeof wallets)[]) wallets[name] = await fundedWallet(56);
  const entryOf = (address: string): AllocationEntry => ({
    ...{ address: address.toLowerCase(), bought: 1_000n * SYNX, staked: 0n, rewards: 0n, airdrop: 0n },
  });
  list = await publishClaims(site, Object.values(wallets).map(entryOf));
  return site;
});

async function openWith(page: Page, wallet: string): Promise<void> {
  await list.openSince(0n);
  await connectedBefore(page, wallet, 56);
  await page.goto('/claim');
  await expectConnected(page, wallet);
}

const toolOf = (page: Page) => page.getByRole('region', { name: 'Claim SYNX' });
const windowOf = (page: Page) => page.getByRole('dialog', { name: 'Before your wallet opens' });
const claimButton = (page: Page) => toolOf(page).getByRole('button', { name: 'Claim 1,000 SYNX' });

async function confirm(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Continue in my wallet/ })
    .last()
    .click();
}

test('a claim that is pressed twice opens one window, and the wallet is asked once', async ({ page, watch }) => {
  await openWith(page, wallets.twice);
  await claimButton(page).dblclick();
  await confirm(page);
  await confirmInWallet(page);
  await expect(toolOf(page)).toContainText('1 of 6 confirmations.');
  await expect(windowOf(page)).toHaveCount(0);
  expect(watch.walletCalls.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1);
});

test('a window that stayed open while another tab claimed asks for no second claim', async ({
  page,
  context,
  watch,
}) => {
  // A new tab is empty for a moment, and the script that arranges the wallet cannot store anything there.
  watch.allow(/Access is denied for this document/);
  await openWith(page, wallets.waited);
  await claimButton(page).click();
  await expect(windowOf(page)).toContainText('If it were sent now, the contract would pay.');
  await expectNothingCovered(windowOf(page));
  const other = await context.newPage();
  await other.goto('/claim');
  await claimButton(other).click();
  await confirm(other);
  await confirmInWallet(other);
  await expect(toolOf(other)).toContainText('1 of 6 confirmations.');
  await mine(56, 5);
  await expect(toolOf(other)).toContainText('You have received all 1,000 SYNX.');
  await page.bringToFront();
  await confirm(page);
  await expect(toolOf(page)).toContainText('You have received all 1,000 SYNX.');
  await expect(walletWindow(page)).toBeHidden();
});
