import { expect, type Locator, type Page } from '@playwright/test';
import { getAddress } from 'viem';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { chainClient, fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { newWallet, send } from '#tests/support/pay.ts';

const COIN = 10n ** 18n;
const UNKNOWN = `0x${'a7'.repeat(32)}`;

function tool(page: Page): Locator {
  return page.getByRole('region', { name: 'Track a payment' });
}

function step(page: Page, name: string): Locator {
  return tool(page).getByRole('listitem').filter({ hasText: name });
}

async function track(page: Page, text: string): Promise<void> {
  await tool(page).getByRole('searchbox').fill(text);
  await tool(page).getByRole('button', { name: 'Track', exact: true }).click();
}

/** Opens a page whose scripts wait until `go` was called, as on a slow line. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const scripts = '**/_astro/*.js';
  await page.route(scripts, async (route) => {
    await gone;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    go();
    await page.waitForLoadState('load');
    await page.unroute(scripts);
  };
}

test('a form that was submitted while its script was still loading is answered without a second press', async ({
  page,
}) => {
  await test.step('a hash', async () => {
    const go = await openWithoutScripts(page, '/track');
    await tool(page).getByRole('searchbox').fill('0x1234…abcd');
    await tool(page).getByRole('searchbox').press('Enter');
    await go();
    await expect(tool(page)).toContainText('This is shortened: its middle is missing.');
  });
  await test.step('an address to compare', async () => {
    const go = await openWithoutScripts(page, '/verify');
    const form = page.locator('[data-part="compare"]');
    await form.getByRole('textbox').fill(DEVELOPMENT_PRESALE_ADDRESS);
    await form.getByRole('textbox').press('Enter');
    await go();
    await expect(form.getByRole('status')).not.toBeEmpty();
  });
  await test.step('an application', async () => {
    const go = await openWithoutScripts(page, '/partner');
    const form = page.locator('[data-partner]');
    await form.getByLabel('Organisation').fill('Example');
    await form.getByLabel('E-mail').fill('partner@example.org');
    await form.getByLabel('Message').fill('Hello');
    await form.getByRole('checkbox').check();
    await form.getByRole('button').click();
    await go();
    await expect(form.locator('[data-outcome]')).not.toBeEmpty();
  });
  await test.step('a newsletter address', async () => {
    const go = await openWithoutScripts(page, '/faq');
    const field = page.getByRole('contentinfo').getByRole('textbox');
    await field.fill('reader@example.org');
    await field.press('Enter');
    // The message is there for five seconds only, some time after the whole page has loaded.
    const inTime = { timeout: 30_000 };
    await Promise.all([go(), expect(toast(page)).toContainText("You've been subscribed to our newsletter.", inTime)]);
  });
});

test('follows a payment from its block to its credit without a reload, also over a time without the API', async ({
  page,
  watch,
}) => {
  watch.allow(/status of (?:400|503)/);
  const wallet = await fundedWallet(56);
  const hash = await send(chainClient(56), { from: wallet, to: DEVELOPMENT_PRESALE_ADDRESS, value: COIN });
  await page.goto('/track');
  await test.step('an invalid hash is refused', async () => {
    await track(page, '0x1234');
    await expect(tool(page)).toContainText('This is not a transaction hash, a wallet address or a receipt number');
  });
  await test.step('it is found by its address at a block explorer [R2.018]', async () => {
    await track(page, `https://bscscan.com/tx/${hash}`);
    await expect(tool(page).getByRole('heading', { name: 'Confirming 1/6' })).toBeVisible();
    await expect(step(page, 'Confirmations 1/6')).toHaveAttribute('aria-current', 'step');
    await expect(page).toHaveURL(new RegExp(`/track\\?hash=${hash}$`));
  });
  await test.step('an API that is down leaves the last state and says so', async () => {
    await page.route('**/api/track/**', (route) =>
      route.fulfill({ status: 503, json: { code: 'overloaded', message: '' } }),
    );
    await expect(tool(page)).toContainText('You are seeing the last known state.');
    await expect(tool(page).getByRole('heading', { name: /^Confirming/ })).toBeVisible();
    await page.unroute('**/api/track/**');
  });
  await test.step('it is credited [R2.018]', async () => {
    await mine(56, 5);
    await expect(tool(page).getByRole('heading', { name: 'Credited' })).toBeVisible({ timeout: 20_000 });
    await expect(step(page, 'Tokens credited')).toContainText(/20\d\d/);
    // 918.04 USD at 0.013 each.
    await expect(tool(page)).toContainText('70,618');
    await expect(tool(page)).toContainText('1 BNB');
    await expect(tool(page)).toContainText(getAddress(wallet));
  });
});

test('an unknown payment can be reported, and an input that is not understood leaves no earlier result', {
  tag: '@long',
}, async ({ page }) => {
  const wallet = await fundedWallet(1);
  await page.goto(`/track?hash=${UNKNOWN}`);
  const headline = tool(page).getByRole('heading', { level: 2 }).filter({ visible: true });
  await test.step('it can be reported, and is then followed', async () => {
    await expect(tool(page).getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await expect(tool(page)).toContainText('No network has a record of this transaction.');
    await tool(page).getByRole('textbox', { name: 'Wallet that paid' }).fill(wallet);
    await tool(page).getByRole('button', { name: 'Look for this payment' }).click();
    await expect(tool(page)).toContainText(
      'Thank you. We are looking for it now, and this page will show its progress.',
    );
    await expect(tool(page).getByRole('heading', { name: 'Processing' })).toBeVisible();
    await expect(step(page, 'Reported to this site')).toHaveAttribute('data-state', 'done');
  });
  await test.step('an input that is not understood leaves no earlier result under its answer', async () => {
    await expect(headline).toHaveCount(1);
    await track(page, 'neither of them');
    await expect(tool(page).getByText(word('en', 'track.invalid'))).toBeVisible();
    await expect(headline).toHaveCount(0);
    await expect(page).toHaveURL(/\/track$/);
  });
});

test('on a phone each status is a block across the page: its name, what it means, and what to do', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/track', '/ar/track']) {
    await page.goto(path);
    const table = page.getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveCount(3);
    const cells = table.getByRole('row').nth(1).getByRole('cell');
    await expect(cells).toHaveCount(3);
    const boxes = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));
    for (const { width } of boxes) expect(width).toBeGreaterThan(340);
    const tops = boxes.map(({ y }) => y);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(new Set(tops).size).toBe(3);
  }
});

test('a shared link, in Arabic, shows the same; a wallet lists its payments', async ({ page, request }) => {
  const wallet = await fundedWallet(137);
  const hash = await send(chainClient(137), { from: wallet, to: DEVELOPMENT_PRESALE_ADDRESS, value: 100n * COIN });
  await page.goto(`/ar/track?hash=${hash}`);
  await expect(page.getByRole('heading', { name: word('ar', 'payment.status.confirming') })).toContainText('1/6');
  // A hash is looked up on its chain; a wallet's list contains the payments that the watcher has stored.
  await expect
    .poll(async () => (await (await request.get(`/api/track/wallet/${wallet}`)).json()).payments)
    .toHaveLength(1);
  await page.goto(`/track?wallet=${wallet}`);
  const dashboard = page.getByRole('main').getByRole('link', { name: 'Dashboard of this wallet' });
  await expect(dashboard).toHaveAttribute('href', `/dashboard?address=${wallet}`);
  const row = tool(page).getByRole('listitem').filter({ hasText: '100 POL' });
  await expect(row).toContainText('Polygon');
  await row.getByRole('link', { name: `Follow: ${hash}` }).click();
  await expect(tool(page).getByRole('heading', { name: /^Confirming/ })).toBeVisible();
});

test('says in words that a payment was refunded, and why a transaction is not a payment', async ({ page }) => {
  const from = await fundedWallet(1);
  const hash = await send(chainClient(1), { from, to: DEVELOPMENT_PRESALE_ADDRESS, value: COIN });
  const elsewhere = await send(chainClient(1), { from, to: newWallet(), value: COIN });
  await test.step('refunded, and in which transaction', async () => {
    await page.route(`**/api/track/${hash}*`, async (route) => {
      const answer = await route.fetch();
      const track = await answer.json();
      const [payment] = track.payments;
      const refundsPaid = [{ usd: '4513.48', transactionHash: UNKNOWN }];
      const payments = [{ ...payment, status: 'refund-due', reason: 'sale-over', refundsPaid }];
      await route.fulfill({
        response: answer,
        json: { ...track, status: 'refund-due', reason: 'sale-over', payments },
      });
    });
    await page.goto(`/track?hash=${hash}`);
    await expect(tool(page).getByRole('heading', { name: 'Refunded' })).toBeVisible();
    await expect(tool(page)).toContainText('The amount due has been refunded.');
    await expect(tool(page)).toContainText(`Refunded$4,513.48 · ${UNKNOWN}`);
  });
  await test.step('not a payment', async () => {
    await track(page, elsewhere);
    await expect(tool(page).getByRole('heading', { name: 'Rejected' })).toBeVisible();
    await expect(tool(page)).toContainText('It did not go to the presale address.');
    await expect(tool(page).getByText('I paid but cannot find my payment')).toBeHidden();
  });
});
