import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { handoverSettings, rehearsalDistributor } from '#src/dev/rehearsal/handover-settings.ts';
import { waitForCredit } from '#tests/support/browser/api.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { fundedWallet, giveCoins, mine } from '#tests/support/browser/local-chains.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { press, switches } from '#tests/support/browser/rehearsal.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { confirmInWallet } from '#tests/support/browser/wallet.ts';

const folder = mkdtempSync(join(tmpdir(), 'synx-rehearsed-supply-'));
const test = testOn((chains) => startSite(chains, handoverSettings(folder)));
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Presses a switch of the handover and waits for what it says. */
async function play(page: Page, name: string, said: string | RegExp): Promise<void> {
  await press(page, name);
  await expect(switches(page).getByRole('status')).toContainText(said, { timeout: 30_000 });
}

test('from a purchase to SYNX in the wallet by the switches and the pages alone', async ({ page, request }) => {
  const { chainId } = rehearsalDistributor();
  const wallet = await openConnected(page);
  await giveCoins(chainId, wallet, '1');
  const tokens = await test.step('buys, as somebody else does', async () => {
    await payEth(page, '0.1');
    await mine(1, 6);
    await waitForCredit(request, wallet, 34_719n);
    await creditWallet(request, await fundedWallet(56), 1);
    return '34,719';
  });
  await test.step('the sale ends, and two managers draft the list and make it final', async () => {
    await play(page, 'Draft the list', 'The sale is closed: not yet (1). Two managers close it.');
    await play(page, 'End the sale', 'the day before is closed');
    await play(page, 'Draft the list', 'Batch 1 is a draft: 2 wallets');
    await play(page, 'Let the objections pass', 'nobody can object any more');
    await play(page, 'Approve as the second person', 'Batch 1 is final.');
  });
  await test.step('the contract is deployed, funded and open', async () => {
    await play(page, 'Deploy', 'the server names the contract');
    await play(page, 'Fund', 'Nobody can take them back.');
    await play(page, 'Open', 'The contract opens by the time of its chain alone.');
  });
  await page.goto('/claim');
  const tool = page.getByRole('region', { name: 'Claim SYNX' });
  await tool.getByRole('button', { name: /^Switch to / }).click();
  await confirmInWallet(page);
  await tool.getByRole('button', { name: `Claim ${tokens} SYNX` }).click();
  await page.getByRole('button', { name: /^Continue in my wallet/ }).click();
  await confirmInWallet(page);
  await expect(tool).toContainText('1 of 6 confirmations.');
  await mine(chainId, 5);
  await expect(tool).toContainText(`You have received all ${tokens} SYNX.`);
  await tool.getByRole('button', { name: 'Show SYNX in my wallet' }).click();
  await confirmInWallet(page);
  await play(page, 'Have a stranger claim for me first', 'the contract pays nothing to it now');
  await expect(switches(page)).toContainText('SYNX in this wallet: 34719');
});
