import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { HANDOVER_SETTINGS, rehearsalDistributor } from '#src/dev/rehearsal/handover-settings.ts';
import { copyClaimFile, SHARD, serveFolder } from '#tests/support/browser/claim-copy.ts';
import { type ListedClaims, publishClaims } from '#tests/support/browser/claims.ts';
import { fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import { giveScriptedWallet } from '#tests/support/browser/scripted-wallet.ts';
import { tellStack } from '#tests/support/browser/stack-address.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { newWallet } from '#tests/support/pay.ts';

const SYNX = 10n ** 9n;

const wallets = { served: '', onDisk: '', mirrored: '' };
let list: ListedClaims;
/** A copy of what the site published, which has stopped since. */
let folder: string;
let shard: string;

const test = testOn(async (chains) => {
  const site = await startSite(chains, HANDOVER_SETTINGS);
  tellStack({ url: site.url, chains });
  for (const name of Object.keys(wallets) as (keyof typeof wallets)[]) wallets[name] = await fundedWallet(56);
  list = await publishClaims(
    site,
    Object.values(wallets).map((wallet) => ({
      ...{ address: wallet.toLowerCase(), bought: 1_000n * SYNX, staked: 0n, rewards: 0n, airdrop: 0n },
    })),
  );
  await list.openSince(0n);
  folder = await copyClaimFile(site.url);
  shard = readFileSync(join(folder, SHARD), 'utf8');
  await site.stop();
  return serveFolder(folder);
});

const tool = (page: Page) => page.getByRole('region', { name: 'Claim SYNX' });

async function look(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.getByRole('button', { name: 'Look up' }).click();
}

async function claimAll(page: Page): Promise<void> {
  await tool(page).getByRole('button', { name: 'Claim 1,000 SYNX' }).click();
  const window = page.getByRole('dialog', { name: 'Before your wallet opens' });
  await expect(window.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(window).toContainText(/1,000 SYNX.*BNB Smart Chain.*0x58493c84f768e6638dad4a38c48d861ca4b14b49/i);
  await expect(window).toContainText(/no coins; a network fee of about [\d.]+ BNB/);
  await expect(window).toContainText('This gives nobody permission over your tokens.');
  await expect(window).toContainText('If it were sent now, the contract would pay.');
  await window.getByRole('button', { name: 'Continue in my wallet' }).click();
  await expect(tool(page)).toContainText('1 of 6 confirmations.');
  await mine(56, 5);
  await expect(tool(page)).toContainText('You have received all 1,000 SYNX.');
}

test('from any static server it claims without our API, and asks for nothing but itself and one file', {
  tag: '@long',
}, async ({ page, context, baseURL }) => {
  const { served } = wallets;
  const wallet = await giveScriptedWallet(context, served, 56);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/claim.html');
  await page.getByRole('button', { name: 'Connect Wallet: Scripted wallet' }).click();
  await claimAll(page);
  expect(await list.balanceOf(served)).toBe(1_000n * SYNX);
  expect([...new Set(asked)].sort()).toEqual([`${baseURL}/claim.html`, `${baseURL}/s/all.json`]);
  expect(wallet.sent.map(({ to, data, value }) => [to, data.slice(0, 10), value])).toEqual([
    [rehearsalDistributor().claims, '0x7f3bbbcb', '0x0'],
  ]);
});

test('from a disk the visitor chooses the file of the address, and the wallet comes to the chain of the contract', {
  tag: '@long',
}, async ({ page, context, watch }) => {
  // Files have no host.
  watch.allowHosts(['']);
  const { onDisk } = wallets;
  const address = pathToFileURL(join(folder, 'claim.html')).href;
  await page.goto(`${address}#ar`);
  await expect(page.locator('html[dir="rtl"]')).toHaveCount(1);
  await expect(page.getByText('Allow access to file URLs')).toHaveCount(0);
  await page.goto('about:blank');
  await page.goto(address);
  await test.step('without a wallet it says which switch lets one in', async () => {
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText(
      /“Allow access to file URLs”.*python3 -m http\.server 8000.*localhost:8000\/claim\.html/,
    );
  });
  await giveScriptedWallet(context, onDisk, 1);
  await page.reload();
  await look(page, onDisk);
  await expect(tool(page)).toContainText('Choose this file of the list: s/all.json');
  const picker = tool(page).getByLabel('Choose this file of the list');
  const file = (text: string) => ({ name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await picker.setInputFiles(file(shard.replace('1000000000000', '9000000000000')));
  await expect(tool(page)).toContainText('This is not the file s/all.json of this list.');
  await picker.setInputFiles(file(shard));
  await expect(tool(page)).toContainText('Connect a wallet on BSC');
  await expect(tool(page).getByRole('row', { name: 'Bought' })).toContainText('1,000');
  await page.getByRole('button', { name: 'Connect Wallet: Scripted wallet' }).click();
  await page.getByRole('button', { name: 'Switch to BSC' }).click();
  await claimAll(page);
  expect(await list.balanceOf(onDisk)).toBe(1_000n * SYNX);
});

test('a copy with another list claims nothing, and an address without an entry is told so', async ({
  page,
  context,
}) => {
  const { mirrored } = wallets;
  const wallet = await giveScriptedWallet(context, mirrored, 56);
  await page.route('**/s/all.json', (route) => route.fulfill({ body: shard.replace('1000000000000', '9') }));
  await page.goto('/claim.html');
  const box = page.getByRole('region', { name: 'Wallet' });
  const connect = box.getByRole('button', { name: 'Connect Wallet: Scripted wallet' });
  await test.step('while the wallet is asked it says what for, that it is free, and can be given up', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wallet.until = promise;
    await connect.click();
    await expect(box.getByRole('status')).toContainText('Connect Wallet: Waiting for your wallet… It is free.');
    await box.getByRole('button', { name: 'Stop waiting' }).click();
    await expect(box.getByRole('status')).toBeEmpty();
    resolve();
    await expect(connect).toBeVisible();
  });
  await connect.click();
  await expect(tool(page)).toContainText('This list does not match the contract. Do not claim on this page.');
  await page.unroute('**/s/all.json');
  await look(page, newWallet());
  await expect(tool(page)).toContainText('This address is not on the list.');
  await look(page, mirrored);
  await tool(page).getByText('Claim without this site').click();
  const argument = JSON.parse((await tool(page).locator('code').first().textContent()) ?? '');
  expect(argument.slice(0, 5)).toEqual([mirrored.toLowerCase(), '1000000000000', '0', '0', '0']);
  const download = page.waitForEvent('download');
  await tool(page).getByRole('button', { name: 'Save file' }).click();
  const safe = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(safe).toMatchObject({ chainId: '56', transactions: [{ to: rehearsalDistributor().claims, value: '0' }] });
  expect(wallet.sent).toEqual([]);
});

test('it fits in 120 KB with all twelve languages, and its policy allows its own script alone', () => {
  const text = readFileSync(join(folder, 'claim.html'), 'utf8');
  expect(Buffer.byteLength(text)).toBeLessThan(120 * 1_024);
  expect(text.match(/lang="(?:[a-z]{2})"/g)).toEqual(['lang="en"']);
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  );
  expect(scripts).toHaveLength(1);
  expect(text).toContain(`default-src 'none'; script-src 'sha256-${scripts[0]}'`);
  expect(text).not.toContain('/api/');
});
