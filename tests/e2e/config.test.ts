import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { card } from '#tests/support/browser/card.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { test } from '#tests/support/browser/test.ts';

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
}

test('shows every live value with its age and source [R2.008]', async ({ page }) => {
  await page.goto('/config');
  await expect(row(page, 'Price of 1 SYNX')).toContainText('$0.013');
  await expect(row(page, 'Price of 1 SYNX')).toContainText(/\d+ s\/api\/presale\/pricing/);
  await expect(row(page, 'ETH')).toContainText('$4,513.48');
  await expect(row(page, 'Goal')).toContainText('$10,170,000.00');
  await expect(row(page, 'Debug mode')).toContainText('off');
});

test('without an API the stated defaults are shown, labelled as such', async ({ page, watch }) => {
  watch.allow(/status of 503/);
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { code: 'overloaded', message: '' } }));
  await page.goto('/config');
  await expect(row(page, 'Price of 1 SYNX')).toContainText('$0.013default value, not live');
  await expect(row(page, 'Annual staking rate')).toContainText('25%default value, not live');
  await expect(page.getByText('You are seeing the last known state.')).toBeVisible();
});

test('lists where figures disagree, and every figure under its own address [R9.050]', async ({ page }) => {
  await page.goto('/config#staking.pool');
  await expect(page.getByRole('cell', { name: 'staking.pool', exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Rewards per Ethereum block' })).toContainText(
    '101.21 SYNX for 3 years, dynamic and claimable once staking is live',
  );
});

const HASH = `0x${'ab'.repeat(32)}`;
const PAYMENT = {
  key: `synx_payment:${HASH}`,
  value: JSON.stringify({
    body: { transactionHash: HASH, walletAddress: `0x${'12'.repeat(20)}` },
    storedAt: 1_767_225_600_000,
  }),
};

test('motion and the list of purchases are switched off here, on every page, and back', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/config#settings');
  const calm = page.getByRole('checkbox', { name: 'No motion on this site' });
  const muted = page.getByRole('checkbox', { name: 'Hide the list of purchases' });
  await calm.check();
  await muted.check();
  await expect(page.getByRole('listitem').filter({ hasText: 'synx_calm' })).toBeVisible();
  await page.goto('/');
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  await expect(page.getByRole('link', { name: 'Buy Now' }).first()).toHaveCSS('transition-duration', '0s');
  await expect(card(page)).toContainText('1 SYNX = $0.013');
  await card(page).getByRole('button', { name: 'My transactions' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await expect(card(page).getByRole('button', { name: 'Show' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/config#settings');
  await expect(calm).toBeChecked();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await expect(calm).not.toBeChecked();
  await expect(muted).not.toBeChecked();
  await page.goto('/');
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
});

for (const [path, locale] of [
  ['/config#settings', 'en'],
  // The list is just above this.
  ['/ar/privacy#cookie', 'ar'],
] as const)
  test(`this browser’s stored items are listed, saved and deleted on ${path}`, async ({ page, watch }) => {
    // The API that could settle the payment is busy: it remains for the next visit.
    watch.allow(/status of 503/);
    await page.route('**/api/presale/purchase', (route) =>
      route.fulfill({ status: 503, json: { code: 'overloaded', message: '' } }),
    );
    await page.addInitScript((payment) => {
      if (localStorage.getItem('arranged') !== null) return;
      localStorage.setItem('arranged', 'x');
      localStorage.setItem(payment.key, payment.value);
      sessionStorage.setItem('presale_draft', '{"amount":"1"}');
    }, PAYMENT);
    await page.goto(path);
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect(item('presale_draft')).toContainText(word(locale, 'browser.session'));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: word(locale, 'browser.export') }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toContain('presale_draft');
    await page.getByRole('button', { name: `${word(locale, 'browser.delete')}: presale_draft` }).click();
    await expect(item('presale_draft')).toBeHidden();
    await page.getByRole('button', { name: word(locale, 'browser.deleteAll') }).click();
    // A payment in progress is deleted only by a separate press.
    await expect(item(PAYMENT.key)).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([PAYMENT.key]);
  });
