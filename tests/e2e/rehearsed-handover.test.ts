import { expect, type Page } from '@playwright/test';
import { LOCALES } from '#src/config/locales.ts';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { HANDOVER_SETTINGS, rehearsalDistributor } from '#src/dev/rehearsal/handover-settings.ts';
import { CLAIM_FAULTS } from '#src/dev/rehearsal/rehearsal-state.ts';
import { fill } from '#src/lib/text/fill.ts';
import { synxText } from '#src/scripts/tools/claim/claim-format.ts';
import { waitForCredit } from '#tests/support/browser/api.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { giveCoins, mine } from '#tests/support/browser/local-chains.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { press, switches } from '#tests/support/browser/rehearsal.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { confirmInWallet } from '#tests/support/browser/wallet.ts';

/** Its time passes by weeks, so it has a site and chains of its own. */
const test = testOn((chains) => startSite(chains, HANDOVER_SETTINGS));

const TOKENS = 34_719n;

/** Presses a switch of the handover and waits for what it says. */
async function play(page: Page, name: string, said: string): Promise<void> {
  await press(page, name);
  await expect(switches(page).getByRole('status')).toContainText(said, { timeout: 30_000 });
}

test('from a purchase to SYNX in the wallet by the switches and the pages alone, the claim in Arabic', {
  tag: '@long',
}, async ({ page, request, watch }) => {
  const { chainId } = rehearsalDistributor();
  const wallet = await openConnected(page);
  await giveCoins(chainId, wallet, '1');
  await test.step('buys, as nobody else does', async () => {
    await payEth(page, '0.1');
    await mine(1, 6);
    await waitForCredit(request, wallet, TOKENS);
  });
  await test.step('the sale ends, and two managers draft the list and make it final', async () => {
    await play(page, 'Draft the list', 'Two wallets or more can be listed: not yet (1).');
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
  const say = (key: string, values: Record<string, string | number> = {}) => fill(word('ar', key), values);
  const tokens = synxText(TOKENS * NANO_PER_SYNX, LOCALES.ar.tag);
  await page.goto('/ar/claim');
  const tool = page.getByRole('region', { name: say('claim.title'), exact: true });
  await tool.getByRole('button', { name: say('wallet.account.switch', { network: 'BSC' }) }).click();
  await confirmInWallet(page);
  await tool.getByRole('button', { name: say('claim.go', { n: tokens }) }).click();
  const window = page.getByRole('dialog', { name: say('claim.window.title') });
  await expect(window).toContainText(say('claim.window.dryOk'));
  await expect(window).toContainText(say('claim.window.sameRecord', { record: 3 }));
  await window.getByRole('button', { name: say('claim.window.confirm') }).click();
  await confirmInWallet(page);
  await expect(tool).toContainText(/0x[0-9a-f]{64}/);
  await mine(chainId, 5);
  await expect(tool).toContainText(say('claim.state.received', { n: tokens }));
  await tool.getByRole('button', { name: say('claim.show') }).click();
  await confirmInWallet(page);
  await test.step('the dashboard leaves it to the contract what can be claimed', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('group', { name: 'Purchased', exact: true })).toHaveText(/34,719/);
    await expect(page.getByRole('group', { name: 'Claimable now' })).toHaveCount(0);
    const holdings = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Holdings' }) });
    await expect(holdings.getByRole('link', { name: 'Claim SYNX' })).toHaveAttribute('href', '/claim');
  });
  await page.goto('/claim');
  await play(page, 'Have a stranger claim for me first', 'the contract pays nothing to it now');
  await expect(switches(page)).toContainText(`SYNX in this wallet: ${TOKENS}`);
  await test.step('the list of /testnet plays a further failure', async () => {
    watch.allow(/Failed to load resource|429/);
    await page.goto('/testnet');
    await page.getByLabel('More failures').selectOption(CLAIM_FAULTS.busy.what);
    await page.getByRole('button', { name: 'Play it' }).click();
    await expect(page.getByText('Now look at the claim page.')).toBeVisible();
    await page.goto('/claim');
    await expect(page.getByRole('region', { name: 'Claim SYNX' })).toContainText(
      'BSC cannot be reached at the moment.',
    );
  });
});
