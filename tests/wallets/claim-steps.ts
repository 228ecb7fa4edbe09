import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { copyClaimFile, SHARD, serveFolder } from '#tests/support/browser/claim-copy.ts';
import { type ListedClaims, publishClaims, WEEK } from '#tests/support/browser/claims.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import type { startSite } from '#tests/support/browser/start-stack.ts';
import { newWallet } from '#tests/support/pay.ts';
import type { Play, Step } from './play-steps.ts';

const SYNX = 10n ** 9n;
/** The first account of the recovery phrase that the wallet is given. */
const [BUYER] = DEVELOPMENT_ACCOUNTS;

/** claim.html of a list that has the wallet's account, as a file and on a static server; our site is not asked. */
export async function claimSteps(site: Awaited<ReturnType<typeof startSite>>) {
  const list = await publishClaims(
    site,
    [BUYER, newWallet()].map((address) => ({
      ...{ address: address.toLowerCase(), bought: 1_000n * SYNX, staked: 500n * SYNX, rewards: 0n, airdrop: 0n },
    })),
  );
  await list.openSince(0n);
  const folder = await copyClaimFile(site.url);
  const server = await serveFolder(folder);
  const file = pathToFileURL(join(folder, 'claim.html')).href;
  const steps: Readonly<Record<string, Step>> = {
    'claim.html from a disk, switch on': async (play) => {
      // The browser switches it on for an unpacked extension.
      await play.page.goto(file);
      if (!(await connect(play))) {
        await expect(walletOf(play.page)).toContainText('python3 -m http.server');
        return 'no answer of this wallet; the page says how to serve the file';
      }
      await play.page.getByRole('textbox', { name: 'Address' }).fill(BUYER);
      await play.page.getByRole('button', { name: 'Look up' }).click();
      await tool(play.page).getByLabel('Choose this file of the list').setInputFiles(join(folder, SHARD));
      return claim(play, list);
    },
    'claim.html from a static server': async (play) => {
      await list.openSince(WEEK);
      await play.page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/claim.html`);
      expect(await connect(play)).toBe(true);
      return claim(play, list);
    },
    'claim.html from a disk, switch off': async ({ page, extension }) => {
      await extension.refuseFiles();
      await page.goto(file);
      const wallets = walletOf(page);
      await expect(wallets).toContainText('“Allow access to file URLs”');
      await expect(wallets.getByRole('button')).toHaveCount(0);
      return 'no wallet; the page names the switch';
    },
  };
  return { steps, stop: () => server.stop() };
}

function tool(page: Page) {
  return page.getByRole('region', { name: 'Claim SYNX' });
}

function walletOf(page: Page) {
  return page.getByRole('region', { name: 'Wallet' });
}

/** Connects the wallet, and brings it to the chain of the contract; false if it opens no window. */
async function connect({ page, extension, driver }: Play): Promise<boolean> {
  const wallet = walletOf(page);
  await wallet.getByRole('button', { name: `Connect Wallet: ${driver.name}` }).click();
  const window = await extension.window().catch(() => null);
  if (window === null) return false;
  await driver.approveConnection(extension, window);
  await page.bringToFront();
  await expect(wallet).toContainText(BUYER, { ignoreCase: true });
  const change = wallet.getByRole('button', { name: 'Switch to BSC' });
  if (await change.isVisible()) await change.click();
  await expect(wallet).toContainText('BNB Smart Chain');
  return true;
}

/** Claims what is open; what the account has received by then. */
async function claim({ page, extension, driver }: Play, list: ListedClaims): Promise<string> {
  await tool(page)
    .getByRole('button', { name: /^Claim [\d,]+ SYNX/ })
    .click();
  await page.getByRole('button', { name: 'Continue in my wallet' }).click();
  await driver.approvePayment(extension);
  await page.bringToFront();
  await expect(tool(page)).toContainText('of 6 confirmations.', { timeout: 30_000 });
  await mine(56, 6);
  await expect(tool(page).getByRole('button', { name: 'Show SYNX in my wallet' })).toBeVisible({ timeout: 30_000 });
  return `${(await list.balanceOf(BUYER)) / SYNX} SYNX received`;
}
