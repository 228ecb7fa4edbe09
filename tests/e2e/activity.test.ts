import { expect, type Locator, type Page } from '@playwright/test';
import type { PresaleActivity } from '#src/contract/presale.ts';
import { card } from '#tests/support/browser/card.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';

function feed(page: Page): Locator {
  return card(page).getByRole('region', { name: 'Latest purchases' });
}

async function showEnd(page: Page): Promise<void> {
  await expect(card(page)).toContainText('1 SYNX = $0.013');
  await card(page).getByRole('button', { name: 'My transactions' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
}

/** Notes the paths of the page's requests from now on. */
function notePaths(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (each) => asked.push(new URL(each.url()).pathname));
  return asked;
}

test('the feed loads when the end of the card comes into view, shows credited purchases only, and can be muted', async ({
  page,
  request,
}) => {
  // The feed shows the last three credits: earlier payments get theirs together with another one before this one.
  await creditWallet(request, await fundedWallet(56), 1);
  const wallet = await fundedWallet(56);
  const tokens = await creditWallet(request, wallet, 2);
  await test.step('it loads when the end of the card comes into view, and shows credited purchases only [R2.082]', async () => {
    const asked = notePaths(page);
    await page.goto('/');
    await expect(card(page)).toContainText('1 SYNX = $0.013');
    expect(asked).not.toContain('/api/presale/activity');
    await showEnd(page);
    // Only three digits of the amount are published.
    const rounded = BigInt(`${String(tokens).slice(0, 3)}${'0'.repeat(String(tokens).length - 3)}`);
    const shortened = new RegExp(`${wallet.slice(0, 6)}…${wallet.slice(-4)}`, 'i');
    const entry = feed(page).getByRole('listitem').filter({ hasText: shortened });
    await expect(entry).toContainText(`bought about ${rounded.toLocaleString('en')} SYNX with BNB on BSC`);
    await expect(entry).toContainText(/this minute|minutes? ago/);
    await expect(page.locator('#presale a[href$="/verify#recount"]')).toHaveCount(1);
  });
  await test.step('muting is remembered and stops all requests', async () => {
    await feed(page).getByRole('button', { name: 'Hide' }).click();
    await expect(feed(page).getByRole('listitem')).toHaveCount(0);
    await page.reload();
    const asked = notePaths(page);
    await showEnd(page);
    await expect(feed(page).getByRole('button', { name: 'Show' })).toBeVisible();
    expect(asked).not.toContain('/api/presale/activity');
    await feed(page).getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => asked).toContain('/api/presale/activity');
  });
});

test('the feed invents no purchases: without an answer it is empty, and without purchases it says so', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.allow(/net::ERR_FAILED/);
  await page.route('**/api/presale/activity', (route) => route.abort());
  await page.goto('/');
  await test.step('an API that does not answer leaves the feed empty', async () => {
    const failed = page.waitForEvent('requestfailed', (each) => each.url().endsWith('/api/presale/activity'));
    await showEnd(page);
    await failed;
    await expect(feed(page)).toHaveText('Latest purchasesHide');
  });
  await test.step('without purchases it says so and invents none', async () => {
    const none: PresaleActivity = { entries: [] };
    await page.route('**/api/presale/activity', (route) => route.fulfill({ json: none }));
    await page.reload();
    await showEnd(page);
    await expect(feed(page)).toContainText('No purchases yet.');
    await expect(feed(page).getByRole('listitem')).toHaveCount(0);
  });
});
