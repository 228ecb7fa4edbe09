import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { keptCopies } from '#tests/support/browser/kept-copies.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';
import { connectedBefore, walletButton } from '#tests/support/browser/wallet.ts';

// A browser that was online, and is not any more: its tabs were closed, so only its stored copies and items are left.
test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ watch }) => {
  // The worker's own answer without a connection; and a new tab is empty first, where a page has no storage.
  watch.allow(/net::ERR_INTERNET_DISCONNECTED|status of 503|Access is denied for this document/);
});

/** Closes the page and opens the path in a new one, without a connection. */
async function openOffline(page: Page, path: string): Promise<Page> {
  const context = page.context();
  await page.close();
  await context.setOffline(true);
  const next = await context.newPage();
  await next.goto(path);
  return next;
}

/** Waits for the worker, which has the offline page with its parts from its installation. */
async function awaitWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Opens a page and waits for the worker. */
async function openKept(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await awaitWorker(page);
}

/** Opens a dashboard and waits until it shows its figures. */
async function readDashboard(page: Page, path: string): Promise<void> {
  await openKept(page, path);
  await expect(page.getByRole('main')).toContainText('70,618');
}

function lastFigures(page: Page): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: 'Holdings' }) });
}

/** Opens a page of a browser that was offline, with a connection. */
async function openOnline(page: Page, path: string): Promise<void> {
  await page.context().setOffline(false);
  await readDashboard(page, path);
}

test('a new tab without a connection shows the last figures of a dashboard, as hidden as they were there', {
  tag: '@long',
}, async ({ page, request }) => {
  const wallet = await fundedWallet(56);
  await creditWallet(request, wallet, 1);
  await readDashboard(page, `/dashboard?address=${wallet}`);
  let next = await openOffline(page, `/dashboard?address=${wallet}`);
  await test.step('the last figures of a dashboard, and of no other wallet', async () => {
    await expect(next.locator('h1')).toHaveText('You are offline');
    await expect(lastFigures(next)).toContainText(/As of \w+ \d+, \d{4}/);
    await expect(lastFigures(next)).toContainText(wallet.toLowerCase());
    await expect(lastFigures(next)).toContainText('Purchased70,618');
    await next.goto(`/dashboard?address=0x${'12'.repeat(20)}`);
    await next.waitForLoadState('networkidle');
    await expect(next.locator('h1')).toHaveText('You are offline');
    await expect(lastFigures(next)).toBeHidden();
  });
  await test.step('as hidden as they were', async () => {
    await openOnline(next, `/dashboard?address=${wallet}`);
    await next.getByRole('button', { name: 'Hide amounts' }).click();
    await expect(next.getByRole('main')).toContainText('Purchased•••••');
    next = await openOffline(next, '/dashboard');
    await expect(lastFigures(next)).toContainText('Purchased•••••');
    await expect(lastFigures(next)).not.toContainText('70,618');
  });
});

test('after logging out no figures remain', { tag: '@long' }, async ({ page, request }) => {
  const wallet = await fundedWallet(56);
  await creditWallet(request, wallet, 1);
  await connectedBefore(page, wallet, 56);
  // A worker that begins while the next page loads would leave that page to the network.
  await openKept(page, '/terms');
  await readDashboard(page, '/dashboard');
  await walletButton(page).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(walletButton(page)).toHaveText('Connect Wallet');
  const next = await openOffline(page, '/dashboard');
  await next.waitForLoadState('networkidle');
  await expect(next.locator('h1')).toHaveText('You are offline');
  await expect(lastFigures(next)).toBeHidden();
});

test('a receipt is verified without a connection, in a browser that had opened /verify before', {
  tag: '@long',
}, async ({ page, request }) => {
  const wallet = await fundedWallet(56);
  await creditWallet(request, wallet, 1);
  const { payments } = await (await request.get(`/api/track/wallet/${wallet}`)).json();
  await page.goto(`/receipt?id=${payments[0].id}`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as JSON' }).click(),
  ]);
  const saved = readFileSync(await file.path(), 'utf8');
  await openKept(page, '/verify');
  // The worker fetches what the first page of a visit had requested before there was a worker.
  await expect.poll(() => keptCopies(page)).toEqual(expect.arrayContaining(['/verify', '/api/verify/keys']));
  const next = await openOffline(page, '/verify');
  const form = next.locator('form', { has: next.getByLabel('Receipt (JSON)') });
  await form.getByLabel('Receipt (JSON)').fill(saved);
  await form.getByRole('button', { name: 'Check' }).click();
  await expect(form).toContainText('Genuine and unchanged: 70,618 SYNX');
});
