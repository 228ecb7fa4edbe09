import { expect, type Page } from '@playwright/test';
import { getAddress } from 'viem';
import type { AllocationView } from '#src/contract/allocation.ts';
import type { VerifyKeys } from '#src/contract/receipts.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { HANDOVER_SETTINGS } from '#src/dev/rehearsal/handover-settings.ts';
import type { AllocationEntry } from '#src/lib/allocation/entry.ts';
import { changeAnswer } from '#tests/support/browser/change-answer.ts';
import { type ListedClaims, publishClaims, WEEK } from '#tests/support/browser/claims.ts';
import { fundedWallet, giveCoins, mine } from '#tests/support/browser/local-chains.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { press, switches } from '#tests/support/browser/rehearsal.ts';
import { tellStack } from '#tests/support/browser/stack-address.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import {
  confirmInWallet,
  connectedBefore,
  expectConnected,
  rejectInWallet,
  walletWindow,
} from '#tests/support/browser/wallet.ts';
import { walletAnswersNow } from '#tests/support/browser/wallet-changes.ts';
import { newWallet } from '#tests/support/pay.ts';

const SYNX = 10n ** 9n;

/** Each claims in one test. */
const wallets = { inParts: '', raced: '', elsewhere: '', poor: '', sped: '', cancelled: '' };
let list: ListedClaims;

const test = testOn(async (chains) => {
  const site = await startSite(chains, HANDOVER_SETTINGS);
  tellStack({ url: site.url, chains });
  for (const name of Object.keys(wallets) as (keyof typeof wallets)[]) wallets[name] = await fundedWallet(56);
  const entryOf = (address: string, staked = 0n): AllocationEntry => ({
    ...{ address: address.toLowerCase(), bought: 1_000n * SYNX, staked, rewards: 0n, airdrop: 0n },
  });
  list = await publishClaims(site, [
    ...Object.entries(wallets).map(([name, wallet]) => entryOf(wallet, name === 'inParts' ? 500n * SYNX : 0n)),
  ]);
  return site;
});

/** Opens the page as a visitor who came with a wallet. */
async function openWith(page: Page, wallet: string, chainId: 1 | 56 = 56): Promise<void> {
  await list.openSince(0n);
  await connectedBefore(page, wallet, chainId);
  await page.goto('/claim');
  await expectConnected(page, wallet);
}

function claimTool(page: Page) {
  return page.getByRole('region', { name: 'Claim SYNX' });
}

async function look(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
  await page.getByRole('button', { name: 'Look up' }).click();
}

async function confirmClaim(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Continue in my wallet/ }).click();
}

test('an address is looked up without a wallet, before anything is open', { tag: '@long' }, async ({ page, watch }) => {
  await page.goto('/claim');
  const tool = claimTool(page);
  await expect(tool).toContainText(/The contract holds all 6,500 SYNX, .+ Claiming opens on .+ UTC\./);
  await look(page, 'synx');
  await expect(tool).toContainText('This is not a valid address.');
  await look(page, newWallet());
  await expect(tool).toContainText(
    'This address is not on the list. Tokens go to the address that made the payment or earned the points.',
  );
  await look(page, wallets.inParts);
  await expect(tool).toContainText(
    /The contract holds all 6,500 SYNX, and nobody can take them back\. Claiming opens on .+ UTC\./,
  );
  await expect(tool.getByRole('row', { name: 'Bought' })).toContainText('1,000');
  await expect(page.getByRole('region', { name: 'Contract' })).toContainText('It holds the tokens.');
  await expect(tool.getByText(getAddress(wallets.inParts), { exact: true })).toBeVisible();
  await expect(tool.getByRole('group', { name: 'Bought' })).toHaveText('1,000');
  await expect(tool.getByRole('group', { name: 'Staked', exact: true })).toHaveText('500');
  await expect(tool.getByRole('button', { name: /Claim/ })).toHaveCount(0);
  await tool.getByText('Claim without this site').click();
  await expect(tool.locator('details code')).toContainText(
    `["${wallets.inParts.toLowerCase()}","1000000000000","500000000000"`,
  );
  for (const file of ['claim.html', 's/all.json'])
    await expect(tool.getByRole('link', { name: file })).toHaveAttribute('href', `/allocation/1/${file}`);
  expect(watch.walletCalls).toEqual([]);
});

test('an entry is claimed in parts, followed in every tab and after a reload, and shown in the wallet', async ({
  page,
  context,
  watch,
}) => {
  // A new tab is empty for a moment, and the script that arranges the wallet cannot store anything there.
  watch.allow(/Access is denied for this document/);
  const { inParts } = wallets;
  await openWith(page, inParts);
  const tool = claimTool(page);
  await expect(tool).toContainText(/1,000 SYNX now, 500 on .+ UTC\./);
  await expect(tool.getByRole('row', { name: 'Bought' })).toContainText(/Unlocked since .+ UTC/);
  await test.step('the window says everything before the wallet opens, and Cancel has the focus', async () => {
    await page.setViewportSize({ width: 390, height: 640 });
    await tool.getByRole('button', { name: 'Claim 1,000 SYNX' }).click();
    const window = page.getByRole('dialog', { name: 'Before your wallet opens' });
    await expect(window.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(window.getByRole('heading')).toBeInViewport();
    await expect(window).toContainText(/1,000 SYNX.*500.*BNB Smart Chain.*0x58493c84f768e6638dad4a38c48d861ca4b14b49/i);
    await expect(window).toContainText(/no coins; a network fee of about [\d.]+ BNB/);
    await expect(window).toContainText('If it were sent now, the contract would pay.');
    await expect(window).toContainText('0 before, 1,000 after');
    await expect(window.getByRole('img', { name: 'Pattern of this address' })).toBeVisible();
    await expect(window).toContainText('Capital or small letters make no difference.');
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();
    await expect(walletWindow(page)).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step('a refusal leaves everything as it was, also what was typed', async () => {
    await tool.getByText('Send to another address').first().click();
    const receiver = tool.getByLabel('Receiving address');
    await receiver.fill('0x12');
    await tool.getByRole('button', { name: 'Claim 1,000 SYNX' }).click();
    await confirmClaim(page);
    await expect(tool.getByRole('button', { name: 'Waiting for your wallet…' })).toBeDisabled();
    await rejectInWallet(page);
    await expect(tool).toContainText('According to your wallet, the claim was rejected.');
    await expect(receiver).toHaveValue('0x12');
  });
  await tool.getByRole('button', { name: 'Claim 1,000 SYNX' }).click();
  await confirmClaim(page);
  await confirmInWallet(page);
  await expect(tool).toContainText(/Your claim is in transaction 0x[0-9a-f]{64}\. 1 of 6 confirmations\./);
  await test.step('another tab and a reload know of it', async () => {
    const other = await context.newPage();
    await other.goto('/claim');
    await expect(claimTool(other)).toContainText('1 of 6 confirmations.');
    await other.close();
    await page.reload();
    await expect(tool).toContainText('1 of 6 confirmations.');
  });
  await mine(56, 5);
  await expect(tool).toContainText('Nothing has unlocked since your last claim.');
  expect(await list.balanceOf(inParts)).toBe(1_000n * SYNX);
  await test.step('its receipt says what the transaction has paid', async () => {
    const receipt = tool.getByRole('region', { name: 'Receipt of this claim' });
    await expect(receipt).toContainText(/1,000 SYNX.*0x58493c84f768e6638dad4a38c48d861ca4b14b49/i);
    await expect(receipt).toContainText(getAddress(inParts));
    await expect(receipt).toContainText(/ UTC.*0x[0-9a-f]{64}/);
    await expect(receipt.getByRole('button', { name: 'Print' })).toBeVisible();
  });
  await expect(tool.getByRole('row', { name: 'Received so far' }).getByRole('cell').first()).toHaveText('1,000');
  await test.step('receipt, dates and token are there after a reload, too', async () => {
    await page.reload();
    await expect(tool.getByRole('region', { name: 'Receipt of this claim' })).toContainText(
      /1,000 SYNX.*0x[0-9a-f]{64}/,
    );
    await expect(tool.getByRole('button', { name: 'Next dates (.ics)' })).toBeVisible();
  });
  await tool.getByRole('button', { name: 'Show SYNX in my wallet' }).click();
  await expect(walletWindow(page)).toContainText('0x77153c34a1ab376d95b39cf4d0746a19d056d133');
  await confirmInWallet(page);

  await list.openSince(WEEK);
  await look(page, inParts);
  await expect(tool).toContainText('You can claim 500 SYNX now. There is no deadline.');
  await tool.getByRole('button', { name: 'Claim 500 SYNX' }).click();
  await confirmClaim(page);
  await confirmInWallet(page);
  await expect(tool).toContainText('1 of 6 confirmations.');
  await mine(56, 5);
  await expect(tool).toContainText('You have received all 1,500 SYNX.');
  // A node's estimate can be absurd.
  expect(watch.walletCalls.map(({ method }) => method)).not.toContain('eth_estimateGas');
});

test('a stranger’s claim that comes first is told as such, and pays the same account once', { tag: '@long' }, async ({
  page,
}) => {
  const { raced } = wallets;
  await openWith(page, raced);
  const tool = claimTool(page);
  await tool.getByRole('button', { name: 'Claim 1,000 SYNX' }).click();
  await confirmClaim(page);
  await expect(walletWindow(page)).toBeVisible();
  const hash = await list.claimFor(raced);
  await confirmInWallet(page);
  await expect(tool).toContainText('1 of 6 confirmations.');
  await mine(56, 5);
  await expect(tool).toContainText(`Your tokens have already been sent to your address, in ${hash}.`);
  expect(await list.balanceOf(raced)).toBe(1_000n * SYNX);
});

test('a claim that is sped up is found under its new hash, also through a reorganisation', { tag: '@long' }, async ({
  page,
}) => {
  await openWith(page, wallets.sped);
  const tool = claimTool(page);
  await press(page, 'Hold the next payment');
  await tool.getByRole('button', { name: 'Claim 1,000 SYNX' }).click();
  await confirmClaim(page);
  await confirmInWallet(page);
  await expect(tool).toContainText('0 of 6 confirmations.');
  const [held] = (await tool.textContent())?.match(/0x[0-9a-f]{64}/) ?? [];
  await press(page, 'Speed up');
  await mine(56, 2);
  await press(page, 'Reorganise the chain');
  await expect(switches(page)).toContainText('Blocks replaced:');
  await mine(56, 5);
  await expect(tool).toContainText('You have received all 1,000 SYNX.');
  const receipt = tool.getByRole('region', { name: 'Receipt of this claim' });
  await expect(receipt).toContainText(/0x[0-9a-f]{64}/);
  await expect(receipt).not.toContainText(held ?? 'unread');
  expect(await list.balanceOf(wallets.sped)).toBe(1_000n * SYNX);
});

test('a visitor who stops waiting for the wallet can ask for the claim again', async ({ page }) => {
  await openWith(page, wallets.cancelled);
  const tool = claimTool(page);
  await walletAnswersNow(page, 'eth_sendTransaction', 'never');
  await tool.getByRole('button', { name: 'Claim 1,000 SYNX' }).click();
  await confirmClaim(page);
  await expect(tool.getByRole('button', { name: 'Waiting for your wallet…' })).toBeDisabled();
  await tool.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(tool).toContainText('If your wallet sent the claim, this page will show it.');
  await expect(tool.getByRole('button', { name: 'Claim 1,000 SYNX' })).toBeEnabled();
  await expect(tool.getByRole('button', { name: 'Stop waiting' })).toHaveCount(0);
});

test('a claim that is cancelled in the wallet leaves everything to be claimed', { tag: '@long' }, async ({ page }) => {
  await page.clock.install();
  await openWith(page, wallets.cancelled);
  const tool = claimTool(page);
  await press(page, 'Hold the next payment');
  await tool.getByRole('button', { name: 'Claim 1,000 SYNX' }).click();
  await confirmClaim(page);
  await confirmInWallet(page);
  await expect(tool).toContainText('0 of 6 confirmations.');
  await press(page, 'Cancel it');
  await mine(56, 5);
  await passTimeUntil(page, tool, 'The transaction was cancelled or replaced in the wallet.', 30);
  await expect(tool.getByRole('button', { name: 'Claim 1,000 SYNX' })).toBeEnabled();
});

test('a chain that stands still by the server’s time is told, and nothing is offered', async ({ page }) => {
  const day = 86_400_000;
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + 30 * day).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.goto('/claim');
  await look(page, wallets.poor);
  await expect(claimTool(page)).toContainText(
    'BSC cannot be reached at the moment. Nothing is lost; please try again later.',
  );
});

test('what our server tells late of the contract does not take back what its chain has told', async ({ page }) => {
  const { promise: isTold, resolve: tell } = Promise.withResolvers<void>();
  await page.route(
    '**/api/allocation',
    async (route) => {
      const { distributor, ...told } = (await (await route.fetch()).json()) as AllocationView;
      await isTold;
      await route.fulfill({ json: { ...told, distributor: { ...distributor, fundedAt: null } } });
    },
    { times: 1 },
  );
  await page.goto('/claim');
  await look(page, wallets.poor);
  const contract = page.getByRole('region', { name: 'Contract' });
  await expect(contract).toContainText('It holds the tokens.');
  tell();
  await expect(claimTool(page)).toContainText('The contract does not hold the tokens yet.');
  await expect(contract).toContainText('It holds the tokens.');
});

test('on another network it offers to switch; with the server silent it pays another address that the account names', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.allow(/Failed to load resource|ERR_FAILED/);
  await page.route('**/api/**', (route) => route.abort());
  const { elsewhere } = wallets;
  await openWith(page, elsewhere, 1);
  const tool = claimTool(page);
  await expect(tool).toContainText('Your wallet is on Ethereum; the contract is on BSC.');
  await tool.getByRole('button', { name: 'Switch to BSC' }).click();
  await confirmInWallet(page);
  await expect(tool).toContainText('You can claim 1,000 SYNX now.');
  const receiver = newWallet();
  await tool.getByText('Send to another address').first().click();
  await tool.getByLabel('Receiving address').fill(receiver);
  await tool.getByRole('button', { name: 'Send to another address' }).click();
  const window = page.getByRole('dialog', { name: 'Before your wallet opens' });
  await expect(window).toContainText(new RegExp(`${elsewhere}.*${receiver}`, 'i'));
  await expect(window.getByRole('button', { name: 'Continue in my wallet' })).toBeDisabled();
  await window.getByLabel('I have compared both addresses.').check();
  await confirmClaim(page);
  await confirmInWallet(page);
  await expect(tool).toContainText('1 of 6 confirmations.');
  expect(await list.balanceOf(receiver)).toBe(1_000n * SYNX);
  expect(await list.balanceOf(elsewhere)).toBe(0n);
});

test('without a coin for the fee it says that anybody can send the claim', async ({ page }) => {
  const { poor } = wallets;
  await giveCoins(56, poor, '0');
  await openWith(page, poor);
  await expect(claimTool(page)).toContainText(
    /You need about [\d.]+ BNB for the network fee\. Anyone can send this claim/,
  );
  await list.claimFor(poor);
  await look(page, poor);
  await expect(claimTool(page)).toContainText('You have received all 1,000 SYNX.');
});

test('a list that does not lead to the contract’s root offers no claim; one that cannot be loaded is elsewhere', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.allow(/Failed to load resource|ERR_FAILED/);
  const mirror = 'https://mirror.example/Synx/1/';
  // As a build with PUBLIC_LIST_MIRRORS has it.
  await page.route('**/claim', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"mirrors":[]', JSON.stringify({ mirrors: [mirror] }).slice(1, -1)),
    });
  });
  await page.goto('/claim');
  await page.route('**/allocation/1/s/all.json', async (route) => {
    const wrong = {
      path: [],
      wallets: [
        [wallets.poor.toLowerCase(), '9', '0', '0', '0'],
        [`0x${'f'.repeat(40)}`, '1', '0', '0', '0'],
      ],
    };
    await route.fulfill({ json: wrong });
  });
  await look(page, wallets.poor);
  await expect(claimTool(page)).toContainText('This list does not match the contract. Do not claim on this page.');
  await expect(claimTool(page).getByRole('button', { name: 'Connect Wallet' })).toHaveCount(0);
  await expect(claimTool(page).getByText('Claim without this site')).toHaveCount(0);
  for (const silent of ['**/api/**', '**/allocation/1/s/all.json']) await page.route(silent, (route) => route.abort());
  await look(page, wallets.poor);
  await expect(claimTool(page)).toContainText('The list cannot be loaded now. Nothing is lost');
  await expect(claimTool(page).getByRole('link', { name: mirror })).toHaveAttribute('href', mirror);
});

test('a build that was withdrawn, and a list whose statement a revoked key has signed, offer no claim', {
  tag: '@long',
}, async ({ page }) => {
  await connectedBefore(page, wallets.poor, 56);
  await page.goto('/claim');
  await expectConnected(page, wallets.poor);
  const tool = claimTool(page);
  await expect(tool.getByRole('row', { name: 'Bought' })).toContainText('1,000');
  const none = async () => {
    await look(page, wallets.poor);
    await expect(tool.getByRole('button', { name: /^Claim/ })).toHaveCount(0);
  };
  await changeAnswer<VerifyKeys>(page, '**/api/verify/keys', ({ keys }) => ({
    keys: keys.map((key) => ({ ...key, status: 'revoked' })),
  }));
  await page.reload();
  await expect(tool).toContainText('This page and our server name different contracts. Do not claim.');
  await none();
  const commit = (await page.locator('meta[name="synx-commit"]').getAttribute('content')) ?? '';
  await changeAnswer<SiteConfig>(page, '**/api/config', () => ({ withdrawnBuilds: [commit.slice(0, 40)] }));
  await look(page, wallets.poor);
  await expect(tool).toContainText('This build has been withdrawn because of a fault.');
  await none();
});
