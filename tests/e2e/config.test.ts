import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { Locale } from '#src/config/locales.ts';
import type { ConfigHistory } from '#src/contract/figures.ts';
import { localizedPath } from '#src/i18n/urls.ts';
import { card } from '#tests/support/browser/card.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { test } from '#tests/support/browser/test.ts';

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
}

const HASH = `0x${'ab'.repeat(32)}`;
const PAYMENT = {
  key: `synx_payment:${HASH}`,
  value: JSON.stringify({
    body: { transactionHash: HASH, walletAddress: `0x${'12'.repeat(20)}` },
    storedAt: 1_767_225_600_000,
  }),
};

test('motion and the list of purchases are switched off here, on every page, and back', { tag: '@long' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/config#settings');
  const calm = page.getByRole('checkbox', { name: 'Turn off animations on this site' });
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
  await page.goto('/faq');
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
});

test('a theme chosen in the footer holds on every page, from its first paint, until the device’s is chosen', async ({
  page,
}) => {
  const dark = 'rgb(11, 19, 17)';
  const light = 'rgb(245, 241, 230)';
  const html = page.locator('html');
  const field = page.getByRole('contentinfo').getByRole('combobox', { name: 'Appearance' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/faq');
  await expect(html).toHaveCSS('background-color', light);
  await field.selectOption('Dark');
  await expect(html).toHaveCSS('background-color', dark);
  await page.goto('/terms', { waitUntil: 'commit' });
  await expect(html).toHaveCSS('background-color', dark);
  await expect(field).toHaveValue('dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await field.selectOption('Light');
  await expect(html).toHaveCSS('background-color', light);
  await field.selectOption('Same as this device');
  await expect(html).toHaveCSS('background-color', dark);
});

/** Lists, saves and deletes this browser's stored items on the open page. */
async function emptyBrowser(page: Page, locale: Locale): Promise<void> {
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
}

test('this browser’s stored items are listed, saved and deleted, with the settings and with the privacy policy', {
  tag: '@long',
}, async ({ page, watch }) => {
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
  for (const [path, locale] of [
    ['/config#settings', 'en'],
    // The list is just above this.
    ['/ar/privacy#cookie', 'ar'],
  ] as const)
    await test.step(`on ${path}`, async () => {
      await page.goto(path);
      await emptyBrowser(page, locale);
    });
});

const CHANGES: ConfigHistory['entries'] = [
  { number: 4, at: '2026-03-09T12:00:00.000Z', event: 'rate-changed', data: { rate: '7.77' } },
  {
    ...{ number: 3, at: '2026-03-08T12:00:00.000Z', event: 'phase-changed' },
    data: { phase: 2, price: '0.022', window: 2 },
  },
  { number: 2, at: '2026-03-02T12:00:00.000Z', event: 'rate-changed', data: { rate: '25' } },
  { number: 1, at: '2026-03-01T12:00:00.000Z', event: 'sale-opened', data: { phase: 1, price: '0.013', window: 1 } },
];

/** The part of the page below the heading of changes. */
function changes(page: Page, locale: Locale = 'en') {
  return page.getByRole('region', { name: word(locale, 'config.changes') });
}

/** Makes a page as busy while it opens as on a slow computer: it hears only later, and at once, what came near. */
async function beBusyAtFirst(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Observer = window.IntersectionObserver;
    window.IntersectionObserver = class extends Observer {
      constructor(hear: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const heard: IntersectionObserverEntry[] = [];
        super((entries, observer) => {
          heard.push(...entries);
          if (heard.some(({ isIntersecting }) => isIntersecting)) hear(heard.splice(0), observer);
        }, options);
      }
    };
  });
}

test('the changes of the settings are listed with the values before and after', { tag: '@long' }, async ({ page }) => {
  await beBusyAtFirst(page);
  await page.route('**/api/config/history', (route) => route.fulfill({ json: { entries: CHANGES } }));
  for (const [locale, rate] of [
    ['en', /Mar 9, 2026.*Annual staking rate25%7\.77%$/],
    ['de', /09\.03\.2026.*Staking-Rate pro Jahr25\s%7,77\s%$/],
    ['ar', /معدل التخزين السنوي.*25.*7\.77/],
  ] as const) {
    const path = localizedPath(locale, '/config');
    await page.goto(path);
    await page.goto(`${path}#changes`);
    const rows = changes(page, locale).getByRole('row');
    await expect(rows.nth(1)).toContainText(rate);
    if (locale !== 'en') continue;
    await expect(rows.filter({ hasText: 'Price of 1 SYNX' }).first()).toContainText('$0.013$0.022');
    await expect(rows.filter({ hasText: 'Phase' }).first()).toContainText('12');
    await expect(rows.filter({ hasText: 'Sale status' })).toContainText('–open');
    await expect(rows).toHaveCount(10);
  }
});

test('live values, disagreeing figures and the changes of a fresh server are listed; their data is one link away', async ({
  page,
}) => {
  await page.goto('/config#staking.pool');
  await test.step('every figure is under its own address, and where figures disagree is listed [R9.050]', async () => {
    await expect(page.getByRole('cell', { name: 'staking.pool', exact: true })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Rewards per Ethereum block' })).toContainText(
      '101.21 SYNX for 3 years, dynamic and claimable once staking is live',
    );
  });
  await test.step('every live value has its age and source [R2.008]', async () => {
    await expect(row(page, 'Price of 1 SYNX')).toContainText('$0.013');
    await expect(row(page, 'Price of 1 SYNX')).toContainText(/\d+ s\/api\/presale\/pricing/);
    await expect(row(page, 'ETH')).toContainText('$4,513.48');
    await expect(row(page, 'Goal')).toContainText('$10,170,000.00');
    await expect(row(page, 'Debug mode')).toContainText('off');
  });
  await test.step('the changes begin with the sale', async () => {
    await page.goto('/config#changes');
    await expect(changes(page).getByRole('row').filter({ hasText: 'Price of 1 SYNX' }).last()).toContainText('–$0.013');
  });
  await test.step('the data of both is one link away', async () => {
    const data = page.getByRole('link', { name: 'All changes as data' });
    await expect(data).toHaveAttribute('href', '/api/config/history');
    await page.getByRole('link', { name: 'These figures as JSON' }).click();
    await expect(page).toHaveURL(/\/api\/facts$/);
    await expect(page.locator('body')).toContainText('staking.pool');
  });
});

test('without an API the stated defaults are shown, labelled as such, and a sentence in place of the changes', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.allow(/status of 503/);
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { code: 'overloaded', message: '' } }));
  await page.goto('/config#changes');
  await expect(row(page, 'Price of 1 SYNX')).toContainText('$0.013default value, not live');
  await expect(row(page, 'Annual staking rate')).toContainText('25%default value, not live');
  await expect(page.getByText('You are seeing the last known state.')).toBeVisible();
  await expect(page.getByText('The changes are unavailable at the moment.')).toBeVisible();
  await expect(changes(page)).toBeHidden();
  await test.step('and so it is without changes', async () => {
    await page.unroute('**/api/**');
    await page.route('**/api/config/history', (route) => route.fulfill({ json: { entries: [] } }));
    await page.reload();
    await expect(page.getByText('Nothing has been changed yet.')).toBeVisible();
    await expect(changes(page)).toBeHidden();
  });
});
